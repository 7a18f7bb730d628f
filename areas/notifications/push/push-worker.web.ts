import { store } from '#kit/web/storage/store.ts';

interface Said {
  /** Path of the notification that was clicked, and its id; none of a test. */
  open?: string;
  notice?: string;
  /** The push service gave this browser another address. */
  renewed?: true;
}

const keep = async () => (await import('./push-here.web.ts')).keepPush();

/** Hears what the service worker says (apps/web/public/push-worker.js). @returns what ends it */
export function followPushWorker(open: (link: string, notice: string | undefined) => void): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container) return () => undefined;
  if (store.get('pushedTo') !== null) void keep();
  const hear = ({ data, ports }: MessageEvent<Said | null>) => {
    if (data?.renewed) void keep();
    if (typeof data?.open !== 'string' || !/^\/(?![/\\])/.test(data.open)) return;
    ports[0]?.postMessage(true);
    open(data.open, data.notice);
  };
  container.addEventListener('message', hear);
  container.startMessages();
  return () => container.removeEventListener('message', hear);
}

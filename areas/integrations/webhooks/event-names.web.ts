import { useT } from '#kit/web/i18n.ts';
import { eventNames, type WebhookEvent } from './webhook-answers.contract.ts';

const isKnown = (event: string): event is WebhookEvent => (eventNames as readonly string[]).includes(event);

/** What people call an event; of a later version, its code. */
export function useEventName(): (event: string) => string {
  const t = useT();
  return (event) =>
    isKnown(event)
      ? t(`webhook.event.${event.replaceAll('.', '-') as Dashed<WebhookEvent>}`)
      : event === 'webhook.test'
        ? t('webhook.testEvent')
        : event;
}

/** Texts have no dots in their names. */
type Dashed<T extends string> = T extends `${infer Left}.${infer Right}` ? `${Left}-${Right}` : T;

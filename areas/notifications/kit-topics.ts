import type { Topic } from '#kit/server/notify/topic.ts';
import language from './kit-notices.en.json' with { type: 'json' };

const own = { severity: 'info', channels: { staff: ['app'], client: ['app'] } } as const;

/** What the kit tells by itself: see exportStep and importStep. */
export const kitTopics: readonly Topic[] = [
  { ...own, key: 'export-ready', texts: language.notices['export-ready'] },
  { ...own, key: 'import-done', texts: language.notices['import-done'] },
];

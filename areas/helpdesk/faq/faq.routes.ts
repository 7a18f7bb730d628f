import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { recordAct, writerOf } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { gapOf, wordsOf } from './asked-words.rules.ts';
import { answeredQuestion, faqLimits, ownVotes, searchGap, voteCount } from './faq-answers.contract.ts';
import {
  type Audience,
  countVotes,
  dropGap,
  noteDeflection,
  noteGap,
  ownVotesOf,
  readAnswers,
  readGaps,
  searchAnswers,
  vote,
} from './faq.store.ts';

const module = 'faq';
const tag = 'Help centre';
/** Answers for the app are for everybody: its users read them before they have an account. */
const everybody: Audience = ['APP'];
const audienceOf = ({ session }: Call): Audience => (session.user.kind === 'client' ? ['APP', 'CLIENT'] : null);

const q = {
  about: 'Words to look for, perhaps a little misspelled; the best answers come first',
  schema: { type: 'string', maxLength: faqLimits.words },
} as const;
const asked = z.strictObject({
  words: z
    .string({ error: 'Must be a text' })
    .check(z.maxLength(faqLimits.words, { error: `At most ${faqLimits.words} characters` })),
});
const said = z.strictObject({ helpful: z.boolean({ error: 'Must be true or false' }) });

/** Answers: looked for by their words, rated, and what was looked for in vain. */
export function addFaqRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const reading = { tag, scope: 'organisation', access: { module, action: 'view' } } as const;
  addRoute(app, {
    tag,
    method: 'GET',
    path: '/help/faq',
    summary: 'Answers for everybody, also without an account; with `q` those that it is about',
    access: 'public',
    scope: 'none',
    query: { q },
    answer: z.array(answeredQuestion),
    handle: ({ query }) =>
      transact(kit.db, everything, async (db) => ({
        message: 'OK',
        data:
          textIn(query) === '' ? await readAnswers(db, everybody) : await searchAnswers(db, wordsIn(query), everybody),
      })),
  });
  addRoute(app, {
    ...reading,
    method: 'GET',
    path: '/faq/search',
    summary: 'Answers that some words are about, the best first',
    query: { q },
    answer: z.array(answeredQuestion),
    searches: true,
    handle: (call) =>
      transact(kit.db, scopeOf(call.session), async (db) => ({
        message: 'OK',
        data: await searchAnswers(db, wordsIn(call.query), audienceOf(call)),
      })),
  });
  addRoute(app, {
    ...reading,
    method: 'GET',
    path: '/faq/suggested',
    summary: 'The few answers that a sentence is most about, as the subject of a ticket; some of its words are enough',
    query: { q },
    answer: z.array(answeredQuestion),
    searches: true,
    handle: (call) =>
      transact(kit.db, scopeOf(call.session), async (db) => ({
        message: 'OK',
        data: await searchAnswers(db, wordsIn(call.query), audienceOf(call), 'sentence'),
      })),
  });
  addRoute(app, {
    ...reading,
    method: 'GET',
    path: '/faq/votes',
    summary: 'Which answers helped me, and which did not',
    answer: ownVotes,
    handle: ({ session }) =>
      transact(kit.db, scopeOf(session), async (db) => ({
        message: 'OK',
        data: await ownVotesOf(db, session.user.id),
      })),
  });
  addRoute(app, {
    ...reading,
    method: 'POST',
    path: '/faq/{id}/vote',
    summary: 'Say whether an answer helped; saying it again changes what was said',
    body: said,
    answer: null,
    handle: async (call) => {
      const { session } = call;
      const faqId = call.params['id']?.toLowerCase();
      const { helpful } = call.body as z.infer<typeof said>;
      const own = { accountId: session.user.id, orgId: session.orgId, helpful };
      const isThere =
        isId(faqId) &&
        (await transact(kit.db, scopeOf(session), (db) =>
          vote(db, { ...own, faqId }, audienceOf(call), kit.clock.now()),
        ));
      if (!isThere) throw refuse.notFound('FAQ not found');
      return { message: 'Thank you for your answer.' };
    },
  });
  addRoute(app, {
    ...reading,
    method: 'POST',
    path: '/faq/{id}/deflected',
    summary: 'Say that an answer made a ticket unnecessary; within an hour it counts once',
    answer: null,
    handle: async (call) => {
      const { session } = call;
      const faqId = call.params['id']?.toLowerCase();
      const isThere =
        isId(faqId) &&
        (await transact(kit.db, scopeOf(session), (db) =>
          noteDeflection(
            db,
            { faqId, accountId: session.user.id, orgId: session.orgId },
            audienceOf(call),
            kit.clock.now(),
          ),
        ));
      if (!isThere) throw refuse.notFound('FAQ not found');
      return { message: 'Thank you for your answer.' };
    },
  });
  addRoute(app, {
    ...reading,
    method: 'POST',
    path: '/faq/gap',
    summary: 'Note that a search found no answer; words with digits are left out, and who searched is not kept',
    body: asked,
    answer: null,
    handle: async ({ session, body }) => {
      const words = gapOf((body as z.infer<typeof asked>).words);
      if (words !== undefined)
        await transact(kit.db, scopeOf(session), async (db) => {
          if ((await searchAnswers(db, wordsOf(words), null)).length === 0) await noteGap(db, words, kit.clock.now());
        });
      return { message: 'OK' };
    },
  });
  addEditorRoutes(app, kit);
}

/** What those who write answers are told. */
function addEditorRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const editing = { tag, scope: 'global', access: { module, action: 'edit' } } as const;
  addRoute(app, {
    ...editing,
    method: 'GET',
    path: '/faq/gaps',
    summary: 'What people looked for and found no answer to, the most frequent first',
    answer: z.array(searchGap),
    handle: ({ session }) =>
      transact(kit.db, scopeOf(session), async (db) => ({ message: 'OK', data: await readGaps(db) })),
  });
  addRoute(app, {
    ...editing,
    method: 'POST',
    path: '/faq/gap/dismiss',
    summary: 'Take a search without an answer off the list',
    body: asked,
    answer: null,
    handle: async (call) => {
      const { words } = call.body as z.infer<typeof asked>;
      const writer = writerOf(call.session, call.request, kit.clock.now());
      await transact(kit.db, scopeOf(call.session), async (db) => {
        if (!(await dropGap(db, words))) throw refuse.notFound('This search is no longer on the list');
        await recordAct(db, writer, {
          action: 'delete',
          module,
          recordTitle: `Search without an answer: ${words}`,
          orgId: null,
        });
      });
      return { message: 'Search dismissed.' };
    },
  });
  addRoute(app, {
    ...editing,
    method: 'GET',
    path: '/faq/vote-counts',
    summary: 'How many people each answer helped, how many it did not, and how many tickets it made unnecessary',
    answer: z.array(voteCount),
    handle: ({ session }) =>
      transact(kit.db, scopeOf(session), async (db) => ({ message: 'OK', data: await countVotes(db) })),
  });
}

const textIn = ({ q: given }: Readonly<Record<string, unknown>>): string => {
  if (given === undefined) return '';
  if (typeof given !== 'string' || given.length > faqLimits.words)
    throw refuse.badInput({ q: `Enter at most ${faqLimits.words} characters, once` });
  return given.trim();
};
const wordsIn = (query: Readonly<Record<string, unknown>>): string[] => wordsOf(textIn(query));

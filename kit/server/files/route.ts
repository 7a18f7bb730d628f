import type { FastifyInstance } from 'fastify';
import { isId } from '#kit/contract/ids-and-days.ts';
import { can } from '#kit/contract/rights.ts';
import type { Scope } from '#kit/server/db/database.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { begun, Pieces } from '#kit/server/http/clients/pieces.ts';
import { addRoute, callerOf } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { createPace, paceOfOne } from '#kit/server/turns/pace.ts';
import { createTurns } from '#kit/server/turns/turns.ts';
import type { FileOwner } from './file-rows.ts';
import type { FileStore, StoredFile } from './store.ts';
import type { Thumbnails } from './thumbnails.ts';

/** Files from this size on, which take a while to fetch, that one account fetches at a time; and all of them together. */
const fetches = { fromBytes: 256 * 1024, atOnce: 256, ofOne: 16, waitMs: 4_000 };

/** Long files that are read to see that no byte was changed, of one account and of all. */
const checks = { atOnce: 4, ofOne: 1 };

const tooManyFetches = () => refuse.tooMany('You fetch many files at once. Wait for some of them to end', 5);

const sizes = [32, 64, 128, 256, 512];

/** Tells whether a record is there for the scope: live, in the trash, or (undefined) neither. */
export type IsLive = (scope: Scope, owner: FileOwner) => Promise<boolean | undefined>;

/**
 * GET /file/{id}: stored bytes, pictures also as thumbnails, for those who may read the record that the file belongs to;
 * a deleted record's file is for those who may bring the record back. For everybody else the file is not there.
 */
export function addFileRoute(
  app: FastifyInstance,
  { files, thumbnails }: { files: FileStore; thumbnails: Thumbnails },
  isLive: IsLive,
): void {
  const mayRead = async (session: Session, id: string): Promise<boolean> => {
    const owner = await files.ownerOf(scopeOf(session), id);
    if (!owner || !can(session.grants, owner.module, 'view')) return false;
    const live = await isLive(scopeOf(session), owner);
    return live === true || (live === false && can(session.grants, owner.module, 'delete'));
  };
  const fetching = createTurns(fetches.atOnce, fetches.ofOne);
  const checking = createTurns(checks.atOnce, checks.ofOne);
  const paced = createPace(paceOfOne.bytesPerS, paceOfOne.burst);
  /** Waits for a turn at fetching a long file, which ends with the answer: whoever does not read keeps nobody else from it. */
  const takeTurn = async ({ request, reply }: Call) => {
    const { account } = callerOf(request);
    const end = await fetching.take({ tenant: account, account }, fetches.waitMs);
    if (!end) throw tooManyFetches();
    if (reply.raw.destroyed) end();
    else reply.raw.once('close', end);
  };
  /** A long file, once its bytes were seen to be those that were stored; the rest as the account's pace lets it. */
  const longFile = async (call: Call, file: StoredFile) => {
    await takeTurn(call);
    const { account } = callerOf(call.request);
    const end = await checking.take({ tenant: account, account }, fetches.waitMs);
    if (!end) throw tooManyFetches();
    try {
      return await begun(paced.of(file.pieces(), account), 1);
    } finally {
      end();
    }
  };
  addRoute(app, {
    method: 'GET',
    path: '/file/{id}',
    summary: 'Read a stored file; `size` gives a thumbnail of a picture',
    tag: 'Files',
    access: 'session',
    byKey: 'allowed',
    scope: 'organisation',
    query: { size: { about: 'Longest side in pixels', schema: { type: 'integer', enum: sizes } } },
    // A large file is read once before its first byte is sent, to see that no byte was changed.
    deadlineMs: 10_000,
    raw: ['image/webp', 'image/png', 'image/jpeg', 'application/pdf'],
    handle: async (call) => {
      const { session, params, query, request, reply, late } = call;
      const size = query['size'] === undefined ? undefined : Number(query['size']);
      if (size !== undefined && !sizes.includes(size))
        throw refuse.badInput({ size: `Must be one of ${sizes.join(', ')}` });
      const id = params['id']?.toLowerCase();
      const file = isId(id) && (await mayRead(session, id)) ? await files.find(scopeOf(session), id) : undefined;
      if (!file) throw refuse.notFound('File not found');
      const image = file.ref.mime.startsWith('image/');
      const tag = `"${file.sha256.slice(0, 32)}${size ?? ''}"`;
      const isSmall = size !== undefined && image;
      // Before anything is said of it: bytes that are missing or were changed are a fault.
      const isKnown = request.headers['if-none-match'] === tag;
      const isLong = file.ref.bytes >= fetches.fromBytes;
      const body = isKnown
        ? ''
        : isSmall
          ? await thumbnails.of(file, size)
          : isLong
            ? await longFile(call, file)
            : await begun(file.pieces(), 1);
      // The caller was told that it takes too long: nobody will read it.
      if (late.aborted && body instanceof Pieces) body.destroy();
      reply
        .type(file.ref.mime)
        .header('etag', tag)
        // A file never changes under its id. Documents are not left in the browser's cache.
        .header('cache-control', image ? 'private, max-age=31536000, immutable' : 'no-store')
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header(
          'content-disposition',
          `${image ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.ref.name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`,
        );
      if (isKnown) reply.code(304);
      else if (!isSmall) reply.header('content-length', file.ref.bytes);
      return body;
    },
  });
}

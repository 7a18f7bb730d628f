import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { isId } from '#kit/contract/input.ts';
import { can } from '#kit/contract/rights.ts';
import type { Scope } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import type { FileOwner } from './file-rows.ts';
import type { FileStore, StoredFile } from './store.ts';

const sizes = [32, 64, 128, 256, 512];
const maxThumbnails = 2_000;

/** Tells whether a record is there for the scope: live, in the trash, or (undefined) neither. */
export type IsLive = (scope: Scope, owner: FileOwner) => Promise<boolean | undefined>;

/**
 * GET /file/{id}: stored bytes, pictures also as thumbnails, for those who may read the record that the file belongs to;
 * a deleted record's file is for those who may bring the record back. For everybody else the file is not there.
 */
export function addFileRoute(app: FastifyInstance, files: FileStore, isLive: IsLive): void {
  const thumbnails = new Map<string, Buffer>();
  const thumbnail = async (file: StoredFile, size: number): Promise<Buffer> => {
    const key = `${file.ref.id}/${size}`;
    const known = thumbnails.get(key);
    if (known) return known;
    const made = await sharp(file.content)
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
    if (thumbnails.size >= maxThumbnails) thumbnails.delete(thumbnails.keys().next().value as string);
    thumbnails.set(key, made);
    return made;
  };
  const mayRead = async (session: Session, id: string): Promise<boolean> => {
    const owner = await files.ownerOf(scopeOf(session), id);
    if (!owner || !can(session.grants, owner.module, 'view')) return false;
    const live = await isLive(scopeOf(session), owner);
    return live === true || (live === false && can(session.grants, owner.module, 'delete'));
  };
  addRoute(app, {
    method: 'GET',
    path: '/file/{id}',
    summary: 'Read a stored file; `size` gives a thumbnail of a picture',
    tag: 'Files',
    access: 'session',
    scope: 'organisation',
    query: { size: { about: 'Longest side in pixels', schema: { type: 'integer', enum: sizes } } },
    raw: ['image/webp', 'image/png', 'image/jpeg', 'application/pdf'],
    handle: async ({ session, params, query, request, reply }) => {
      const size = query['size'] === undefined ? undefined : Number(query['size']);
      if (size !== undefined && !sizes.includes(size))
        throw refuse.badInput({ size: `Must be one of ${sizes.join(', ')}` });
      const id = params['id']?.toLowerCase();
      const file = isId(id) && (await mayRead(session, id)) ? await files.read(scopeOf(session), id) : undefined;
      if (!file) throw refuse.notFound('File not found');
      const image = file.ref.mime.startsWith('image/');
      const tag = `"${file.sha256.slice(0, 32)}${size ?? ''}"`;
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
      if (request.headers['if-none-match'] === tag) {
        reply.code(304);
        return '';
      }
      return size !== undefined && image ? thumbnail(file, size) : file.content;
    },
  });
}

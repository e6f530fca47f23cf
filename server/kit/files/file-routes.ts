import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { clean, fold } from '@lobby/shared/kit/text-search.ts';
import { mostBytes, UPLOAD_LIMIT } from '@lobby/shared/kit/upload-limits.ts';
import { z } from 'zod';
import type { Ctx } from '../base/context.ts';
import { fail, failFields } from '../base/errors.ts';
import { newId } from '../database/database.ts';
import { type Route, route } from '../http/route.ts';
import { checkArchive } from './archive.ts';
import {
  DOCUMENTS,
  type FileOwner,
  type FileRow,
  files,
  infoOf,
  isGoodLink,
  pathOf,
  removeFiles,
} from './file-store.ts';
import { readImage } from './images.ts';
import { readStored, sealedBody } from './sealed-file.ts';

const TYPES = 'JPG, PNG, HEIC, PDF, DOC, DOCX, XLS, XLSX';

async function take(ctx: Ctx, upload: { originalname: string; buffer: Buffer }): Promise<FileRow> {
  await checkArchive(upload.buffer, TYPES, ctx.userId);
  const read = await readImage(upload.buffer, ctx.userId);
  if (!read.image && !DOCUMENTS.includes(read.type)) fail('FILE_TYPE_NOT_ALLOWED', { types: TYPES });
  if (upload.buffer.length > mostBytes(read.type)) fail('PAYLOAD_TOO_LARGE');
  const body = read.image ?? upload.buffer;
  const row: FileRow = {
    _id: newId(),
    projectId: ctx.projectId,
    name: nameOf(upload.originalname),
    type: read.type,
    size: body.length,
    thumb: read.thumb !== null,
    sealed: true,
    userId: ctx.userId,
    used: false,
    at: ctx.now,
  };
  // The row is stored before the file: the sweep removes files on the disk whose row was never sent in an answer.
  await files().insertOne(row);
  try {
    await mkdir(dirname(pathOf(row, 'file')), { recursive: true, mode: 0o700 });
    await writeFile(pathOf(row, 'file'), sealedBody(row.projectId, body), { mode: 0o600 });
    if (read.thumb) await writeFile(pathOf(row, 'thumb'), sealedBody(row.projectId, read.thumb), { mode: 0o600 });
    return row;
  } catch (error) {
    await removeFiles([row]);
    throw error;
  }
}

/** Stores all files of an upload, or none. */
async function takeAll(ctx: Ctx, uploads: readonly Upload[]): Promise<FileInfo[]> {
  const taken: FileRow[] = [];
  try {
    for (const upload of uploads) taken.push(await take(ctx, upload));
  } catch (error) {
    await removeFiles(taken);
    throw error;
  }
  return taken.map(row => infoOf(ctx, row));
}

/** The base name of an uploaded file, without characters that could form a path or a header. */
function nameOf(raw: string): string {
  // Browsers send UTF-8, but the parser reads the header as Latin-1.
  const name = Buffer.from(raw, 'latin1').toString('utf8');
  return clean((name.split(/[\\/]/).at(-1) ?? '').replace(/["<>:|?*]/g, '_')).slice(-150) || 'file';
}

const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'application/pdf': ['.pdf'],
  'application/msword': ['.doc'],
  'application/vnd.ms-excel': ['.xls'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};

/** The name of a download: without bidirectional control characters or leading dots, and with an extension that matches its type. */
export function fileName({ name, type }: Pick<FileRow, 'name' | 'type'>): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\"<>:|?*]/gu, '').replace(/^[.\s]+|[.\s]+$/g, '') || 'file';
  const endings = ENDINGS[type] ?? [];
  const ends = endings.length === 0 || endings.some(ending => plain.toLowerCase().endsWith(ending));
  const whole = ends ? plain : `${plain}${endings[0]}`;
  // RFC 5987 reserves these characters, but encodeURIComponent leaves them as they are.
  const encoded = encodeURIComponent(whole).replace(
    /['()*!]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${fold(whole).replace(/[^ -~]|[%;\\]/g, '_')}"; filename*=UTF-8''${encoded}`;
}

interface Upload {
  originalname: string;
  buffer: Buffer;
  size: number;
}
/** Files that the multipart parser put on the request. */
const uploadsOf = (req: object): Upload[] => ('files' in req && Array.isArray(req.files) ? req.files : []);

/** Stores the files of a request, one to five, for the caller. Stores all or none. */
export async function takeUploads(ctx: Ctx, req: object): Promise<FileInfo[]> {
  const uploads = uploadsOf(req);
  if (uploads.length === 0) failFields({ files: { code: 'REQUIRED' } });
  if (uploads.reduce((sum, upload) => sum + upload.size, 0) > UPLOAD_LIMIT.request) fail('PAYLOAD_TOO_LARGE');
  return takeAll(ctx, uploads);
}

/**
 * Whether a user may read a record's file now, even with a link that was signed earlier. A string also sets the name of the
 * download.
 */
export type FileGuard = (file: FileRow, of: FileOwner, userId: string) => Promise<boolean | string>;

/** Routes to upload files and to read them by signed links. `guards`, by definition, check each read of a record's file. */
export const fileRoutes = (guards: Readonly<Record<string, FileGuard>>): Route[] => [
  route({
    method: 'post',
    path: '/upload',
    summary: 'Upload one to five files',
    module: 'FILE',
    residents: true,
    upload: true,
    status: 201,
    answer: z.array(fileSchema),
    run: (ctx, { req }) => takeUploads(ctx, req),
  }),
  route({
    method: 'get',
    path: '/files/:id/:part',
    summary: 'A file by its signed link',
    module: 'FILE',
    audience: 'public',
    params: z.strictObject({ id: idSchema, part: z.enum(['file', 'thumb']) }),
    query: z.strictObject({ until: z.coerce.number().int(), for: z.string().max(40), sig: z.string().max(60) }),
    answer: 'application/octet-stream',
    async run(_ctx, { params, query, res }) {
      if (!isGoodLink(params.id, params.part, query)) fail('FORBIDDEN');
      const row = await files().findOne({ _id: params.id });
      if (!row || (params.part === 'thumb' && !row.thumb)) fail('NOT_FOUND');
      const guard = row.of && guards[row.of.entity];
      const called = row.of && guard ? await guard(row, row.of, query.for) : true;
      if (called === false) fail('NOT_FOUND');
      const inline = row.type.startsWith('image/') || row.type === 'application/pdf';
      res.set({
        'Content-Type': params.part === 'thumb' ? 'image/webp' : row.type,
        'Content-Disposition': `${inline ? 'inline' : 'attachment'}; ${fileName(typeof called === 'string' ? { ...row, name: called } : row)}`,
        'Cache-Control': guard ? 'private, no-store' : 'private, max-age=600',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      });
      const stored = await readStored(row, params.part);
      await new Promise<void>((resolve, reject) => {
        stored.on('error', reject).pipe(res).on('close', resolve).on('error', reject);
      });
    },
  }),
];

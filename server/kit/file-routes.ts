import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { clean, fold } from '@lobby/shared/kit/words.ts';
import { z } from 'zod';
import { fileSchema } from './answer.ts';
import { checkArchive } from './archive.ts';
import type { Ctx } from './context.ts';
import { newId } from './database.ts';
import { fail, failFields } from './fail.ts';
import {
  DOCUMENTS,
  type FileOwner,
  type FileRow,
  files,
  infoOf,
  isGoodLink,
  pathOf,
  UPLOAD_LIMIT,
} from './file-store.ts';
import { readImage } from './images.ts';
import { type Route, route } from './route.ts';

const TYPES = 'JPG, PNG, PDF, DOCX, XLSX';

async function take(ctx: Ctx, upload: { originalname: string; buffer: Buffer }): Promise<FileInfo> {
  checkArchive(upload.buffer, TYPES);
  const read = await readImage(upload.buffer);
  if (!read.image && !DOCUMENTS.includes(read.type)) fail('FILE_TYPE_NOT_ALLOWED', { types: TYPES });
  const body = read.image ?? upload.buffer;
  const row: FileRow = {
    _id: newId(),
    projectId: ctx.projectId,
    name: nameOf(upload.originalname),
    type: read.type,
    size: body.length,
    thumb: read.thumb !== null,
    userId: ctx.userId,
    used: false,
    at: ctx.now,
  };
  await mkdir(dirname(pathOf(row, 'file')), { recursive: true, mode: 0o700 });
  await writeFile(pathOf(row, 'file'), body, { mode: 0o600 });
  if (read.thumb) await writeFile(pathOf(row, 'thumb'), read.thumb, { mode: 0o600 });
  await files().insertOne(row);
  return infoOf(ctx, row);
}

/** The last part of a file's name, without what a path or a header could be made of. */
function nameOf(given: string): string {
  // Browsers send UTF-8; the parser reads the header as Latin-1.
  const name = Buffer.from(given, 'latin1').toString('utf8');
  return clean((name.split(/[\\/]/).at(-1) ?? '').replace(/["<>:|?*]/g, '_')).slice(-150) || 'file';
}

const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};

/** The name that a download gets: nothing that turns the reading direction, begins hidden, or ends as what the file is not. */
export function fileName({ name, type }: Pick<FileRow, 'name' | 'type'>): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\"<>:|?*]/gu, '').replace(/^[.\s]+|[.\s]+$/g, '') || 'file';
  const endings = ENDINGS[type] ?? [];
  const ends = endings.length === 0 || endings.some(ending => plain.toLowerCase().endsWith(ending));
  const whole = ends ? plain : `${plain}${endings[0]}`;
  // RFC 5987 keeps these for itself; encodeURIComponent leaves them.
  const encoded = encodeURIComponent(whole).replace(
    /['()*!]/g,
    one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${fold(whole).replace(/[^ -~]|[%;\\]/g, '_')}"; filename*=UTF-8''${encoded}`;
}

interface Upload {
  originalname: string;
  buffer: Buffer;
  size: number;
}
/** What the multipart parser of the edge has put on the request. */
const uploadsOf = (req: object): Upload[] => ('files' in req && Array.isArray(req.files) ? req.files : []);

/** Whether somebody may read a file of a record now, whatever link they were given before. */
export type FileGuard = (file: FileRow, of: FileOwner, userId: string) => Promise<boolean>;

/** Uploading, and reading by a signed link; `guards` judge the files of a definition's records at each reading. */
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
    async run(ctx, { req }) {
      const uploads = uploadsOf(req);
      if (uploads.length === 0) failFields({ files: { code: 'REQUIRED' } });
      if (uploads.reduce((sum, one) => sum + one.size, 0) > UPLOAD_LIMIT.bytes) fail('PAYLOAD_TOO_LARGE');
      const taken: FileInfo[] = [];
      for (const upload of uploads) taken.push(await take(ctx, upload));
      return taken;
    },
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
      if (row.of && guard && !(await guard(row, row.of, query.for))) fail('NOT_FOUND');
      const inline = row.type.startsWith('image/') || row.type === 'application/pdf';
      res.set({
        'Content-Type': params.part === 'thumb' ? 'image/webp' : row.type,
        'Content-Disposition': `${inline ? 'inline' : 'attachment'}; ${fileName(row)}`,
        'Cache-Control': guard ? 'private, no-store' : 'private, max-age=600',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      });
      await new Promise<void>((resolve, reject) => {
        createReadStream(pathOf(row, params.part))
          .on('error', reject)
          .pipe(res)
          .on('close', resolve)
          .on('error', reject);
      });
    },
  }),
];

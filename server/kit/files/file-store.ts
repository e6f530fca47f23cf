import { createHmac, timingSafeEqual } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { DRAFT_DAYS } from '@lobby/shared/kit/upload-limits.ts';
import type { Ctx } from '../base/context.ts';
import { clockMs } from '../database/clock.ts';
import { type Collection, db, type Session } from '../database/database.ts';

export interface FileRow {
  _id: string;
  projectId: string;
  name: string;
  type: string;
  size: number;
  thumb: boolean;
  /** Whether it is encrypted on the disk. Files of earlier releases are not. */
  sealed?: boolean;
  /** The uploader: only they may attach it to a record first. */
  userId: string;
  /** Whether a record refers to it. Files without a record are removed after 24 h. */
  used: boolean;
  /** The record that first referred to it. */
  of?: FileOwner;
  at: Date;
}

export interface FileOwner {
  entity: string;
  id: string;
}

export const fileCollection: Collection = { name: 'files', indexes: [{ key: { used: 1, at: 1 } }] };
export const files = () => db().collection<FileRow>(fileCollection.name);

/** Types that may be uploaded beside images. */
export const DOCUMENTS = [
  'application/pdf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];
const LINK_MINUTES = 10;

let store = { dir: '', secret: '' };
/** Sets the folder of the files and the secret that signs links. Called once at start. */
export function configureFiles(dir: string, secret: string): void {
  store = { dir: join(dir, 'files'), secret };
}

/** Path of a file or its thumbnail on the disk. */
export const pathOf = (row: Pick<FileRow, '_id' | 'projectId'>, part: 'file' | 'thumb') =>
  join(store.dir, row.projectId, `${row._id}.${part}`);
/** Whether the signature of a link is valid and it has not expired. */
export function isGoodLink(
  id: string,
  part: string,
  { until, for: reader, sig }: { until: number; for: string; sig: string },
): boolean {
  const good = Buffer.from(sign(`${id}:${part}:${until}:${reader}`));
  const signature = Buffer.from(sig);
  return good.length === signature.length && timingSafeEqual(good, signature) && until * 1000 >= clockMs();
}

const sign = (text: string) => createHmac('sha256', store.secret).update(text).digest('base64url');

// Expiry times are rounded to two minutes, so that a picture keeps its URL, and its browser cache, between answers.
function link(id: string, part: string, reader: string): string {
  const until = Math.ceil(clockMs() / 120_000) * 120 + LINK_MINUTES * 60;
  return `/api/files/${id}/${part}?until=${until}&for=${reader}&sig=${sign(`${id}:${part}:${until}:${reader}`)}`;
}

/** A file as the caller gets it, with links signed for them. */
export const infoOf = (ctx: Ctx, row: FileRow): FileInfo => ({
  id: row._id,
  name: row.name,
  type: row.type,
  size: row.size,
  url: link(row._id, 'file', ctx.userId),
  thumbUrl: row.thumb ? link(row._id, 'thumb', ctx.userId) : null,
});

const KEPT_MS = (DRAFT_DAYS + 1) * DAY_MS;

/** Removes uploads that were unused for longer than a draft lives. Returns how many. */
export async function sweepFiles(now: Date): Promise<number> {
  const old = await files()
    .find({ used: false, at: { $lt: new Date(now.getTime() - KEPT_MS) } })
    .limit(1000)
    .toArray();
  await removeFiles(old);
  return old.length;
}

/** Releases files that no record refers to any more, within the record's transaction. The next sweep removes them from the disk. */
export async function letFilesGo(ids: readonly unknown[], session: Session): Promise<void> {
  if (ids.length === 0) return;
  await files().updateMany({ _id: { $in: ids.map(String) } }, { $set: { used: false, at: new Date(0) } }, { session });
}

export async function removeFiles(rows: readonly FileRow[]): Promise<void> {
  for (const row of rows) {
    await Promise.all([rm(pathOf(row, 'file'), { force: true }), rm(pathOf(row, 'thumb'), { force: true })]);
    await files().deleteOne({ _id: row._id, used: false });
  }
}

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptChannel, KeptHead } from '@lobby/shared/kit/kept-message.ts';
import { smsSize } from '@lobby/shared/kit/sms.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import type { Deliver, Message } from './deliver.ts';
import { isPhone } from './sms.ts';
import { isZalo } from './zalo.ts';

/** The list entry of a message, in a small file of its own since the message may be large. */
export type HeldHead = KeptHead & { projectId: string | null };

const MOST = 20_000;
const MOST_BYTES = 2 * 1024 ** 3;
/** The folder is measured after this many messages. */
const EVERY = 200;
const ID = /^[0-9a-f]{24}$/;

/** Writes atomically, so that a reader never sees half a file. */
function put(file: string, words: string): void {
  writeFileSync(`${file}.part`, words, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

const channelOf = (to: string): KeptChannel => (isZalo(to) ? 'ZALO' : isPhone(to) ? 'SMS' : 'EMAIL');

function headOf(message: Message, bytes: number): HeldHead {
  const channel = channelOf(message.to);
  const { name, address } = message.from;
  return {
    id: message.id,
    at: new Date(message.at).toISOString(),
    channel,
    to: message.to,
    from: channel === 'EMAIL' ? `${name} <${address}>` : name,
    subject: message.subject,
    text: message.text.replace(/\s+/g, ' ').slice(0, 300),
    bytes,
    segments: channel === 'SMS' ? smsSize(message.subject).segments : null,
    attachments: (message.files ?? []).map(file => file.name),
    // Mails about accounts hold sign-in links, so they are not assigned to a project.
    projectId: message.bulk ? (message.projectId ?? null) : null,
    answers: [],
  };
}

/** Delivers into a folder, for installations without a mail server: one file per message and one for its list entry. */
export function intoFolder(dir: string): Deliver {
  let count = 0;
  return async message => {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const words = JSON.stringify(message);
    put(join(dir, `${message.id}.json`), words);
    put(join(dir, `${message.id}.head`), JSON.stringify(headOf(message, Buffer.byteLength(words))));
    if (++count % EVERY === 0) await prune(dir);
    return undefined;
  };
}

const idsIn = async (dir: string, end: string): Promise<string[]> => {
  const names = await readdir(dir).catch((): string[] => []);
  return names.flatMap(name => (name.endsWith(end) ? [name.slice(0, -end.length)] : [])).filter(id => ID.test(id));
};

/** Removes the oldest messages beyond the limits of number and size. */
export async function prune(dir: string, most = MOST, mostBytes = MOST_BYTES): Promise<void> {
  const ids = (await idsIn(dir, '.json')).toSorted().toReversed();
  let bytes = 0;
  for (const [n, id] of ids.entries()) {
    const { size } = await stat(join(dir, `${id}.json`)).catch(() => ({ size: 0 }));
    bytes += size;
    if (n < most && bytes <= mostBytes) continue;
    for (const end of ['head', 'json']) await rm(join(dir, `${id}.${end}`), { force: true });
  }
}

async function parsed<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}

/** A stored message; null if there is none. */
export const readKept = async (dir: string, id: string): Promise<Message | null> =>
  ID.test(id) ? parsed<Message>(join(dir, `${id}.json`)) : null;
export const readHead = async (dir: string, id: string): Promise<HeldHead | null> =>
  ID.test(id) ? parsed<HeldHead>(join(dir, `${id}.head`)) : null;

/** Stores the test response given on behalf of the recipient. */
export function keepAnswer(dir: string, head: HeldHead, as: string, at: Date): void {
  const answers = [...head.answers, { as, at: at.toISOString() }];
  put(join(dir, `${head.id}.head`), JSON.stringify({ ...head, answers }));
}

interface KeptQuery {
  projectId: string;
  channels: readonly KeptChannel[];
  q?: string | undefined;
  /** Cursor: only older messages. */
  after?: string | undefined;
  limit: number;
}

/** Cached list entries by folder and id. They change only by answers. */
const heads = new Map<string, HeldHead>();

async function headFor(dir: string, id: string): Promise<HeldHead | null> {
  const key = `${dir}/${id}`;
  const cached = heads.get(key);
  if (cached) return cached;
  const head = await readHead(dir, id);
  if (head && heads.size < 2 * MOST) heads.set(key, head);
  return head;
}

/** The newest messages of a project, and their number by channel. */
export async function listKept(dir: string, { projectId, channels, q, after, limit }: KeptQuery) {
  const words = fold(q ?? '')
    .split(' ')
    .filter(Boolean);
  const rows: HeldHead[] = [];
  const counts: Record<KeptChannel, number> = { EMAIL: 0, SMS: 0, ZALO: 0 };
  const ids = (await idsIn(dir, '.head')).toSorted().toReversed();
  const there = new Set(ids);
  for (const key of heads.keys())
    if (key.startsWith(`${dir}/`) && !there.has(key.slice(dir.length + 1))) heads.delete(key);
  let more = false;
  for (const id of ids) {
    const head = await headFor(dir, id);
    if (head?.projectId !== projectId) continue;
    counts[head.channel]++;
    if (!channels.includes(head.channel) || (after && id >= after)) continue;
    const text = fold(`${head.to} ${head.subject} ${head.text}`);
    if (!words.every(word => text.includes(word))) continue;
    if (rows.length < limit) rows.push(head);
    else more = true;
  }
  return { rows, counts, more };
}

/** Drops a cached entry after its file was rewritten. */
export const forgetHead = (dir: string, id: string): void => void heads.delete(`${dir}/${id}`);

import { createHash } from 'node:crypto';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { type SheetParts, signedText } from '@lobby/shared/modules/handover-sheet.ts';
import sharp from 'sharp';
import type { Caller, Row } from '../caller.ts';
import { formOf } from '../contract/samples.ts';

interface PromisedRepair {
  name: string;
  roomId: string | null;
  itemId: string | null;
  description: string;
  status: 'NOT_REPAIRED' | 'REPAIRED';
  closed: boolean;
  blocking: boolean;
  dueOn: string | null;
}
export type SheetRow = Row &
  SheetParts & {
    revision: number;
    opinion: string | null;
    signatures: Record<string, { valid: boolean; hash: string } | null>;
    editions: { number: number; reason: string | null }[];
    earlier: {
      round: number;
      day: string | null;
      lines: { item: string; result: string; note: string | null }[];
      promises: PromisedRepair[];
    } | null;
  };
interface SheetAnswer {
  parts: { key: string; state: string; code?: string }[];
}

let count = 0;
/** A part as sent by a tablet. */
export const part = (path: string, value: unknown, own: object = {}) => ({
  key: `part-${String(++count).padStart(6, '0')}`,
  path,
  value,
  at: new Date().toISOString(),
  ...own,
});
export type Part = ReturnType<typeof part>;

/** Uploads a picture with a drawing. */
export async function drawing(who: Caller): Promise<string> {
  const body = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#fff' } })
    .composite([{ input: { create: { width: 40, height: 8, channels: 3, background: '#000' } } }])
    .png()
    .toBuffer();
  return String((await who.post<Row[]>('/upload', formOf([{ name: 'drawn.png', body }]))).data[0]?.id);
}

/** Simulates a tablet on the sheet of an appointment. */
export function tabletOf(who: Caller, id: unknown) {
  const path = `${handoverSchedule.path}/${id}`;
  const read = async () => (await who.get<SheetRow>(`${path}/sheet`)).data;
  // The tablet knows its own changes.
  const seen = new Map<string, string>();
  async function send(...given: Part[]) {
    const parts = given.map(one => ({ base: seen.get(one.path) ?? null, ...one }));
    const answer = await who.put<SheetAnswer>(`${path}/sheet`, { parts });
    for (const [n, one] of parts.entries()) if (answer.data?.parts?.[n]?.state === 'done') seen.set(one.path, one.key);
    return answer;
  }
  return {
    read,
    send,
    /** Fills in all required parts; `own` overrides some lines. */
    async fill(own: Readonly<Record<string, object>> = {}) {
      const { lines, meters, things } = await read();
      return send(
        ...lines.map(({ key, part: base }) => part(`lines.${key}`, own[key] ?? { result: 'PASS' }, { base })),
        ...meters.map(({ key }) => part(`meters.${key}`, { value: 12.5 })),
        ...things.map(({ key, usual }) => part(`things.${key}`, { number: usual })),
        part('present', { name: 'Trần Thị Dung', relation: null }),
        part('identity', true),
      );
    },
    async sign(...signers: string[]) {
      const sheet = await read();
      const hash = createHash('sha256').update(signedText(sheet, sheet.opinion)).digest('hex');
      for (const signer of signers) await send(part(`signatures.${signer}`, { file: await drawing(who), hash }));
    },
    accept: (body: object = {}) => who.put<Row>(`${path}/accept`, body),
    refuse: (body: object = {}) => who.put<Row>(`${path}/not-accept`, body),
    correct: (body: object) => who.put<Row>(`${path}/correct`, body),
  };
}

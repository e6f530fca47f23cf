import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import {
  missingIn,
  SHEET_RESULTS,
  type SheetImage,
  SIGNERS,
  type Signer,
} from '@lobby/shared/modules/handover-sheet.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { filesOf } from '../../kit/files/files.ts';
import { fileSchema } from '../../kit/http/response-schema.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { hashOf } from './accept.ts';
import type { StoredSheet } from './sheet.ts';

const word = z.string().nullable();
const id = z.string();
const written = { by: word, at: word, part: word };
const image = z.object({ key: id, file: id, name: id, url: id, thumbUrl: word });
const lineAnswer = z.object({
  key: id,
  extra: z.boolean(),
  roomId: word,
  itemId: word,
  room: id,
  item: id,
  unitName: word,
  checks: z.array(z.string()),
  quantity: z.int(),
  required: z.boolean(),
  warrantyMonths: z.int().nullable(),
  quantityFound: z.int(),
  result: z.enum(SHEET_RESULTS).nullable(),
  blocking: z.boolean(),
  serial: word,
  note: word,
  images: z.array(image),
  warrantyUntil: word,
  ...written,
  other: z.object({ by: id, at: id, value: z.record(z.string(), z.unknown()) }).nullable(),
});
const named = z.object({ key: id, name: id });
const signed = z.object({ at: id, hash: id, by: id, valid: z.boolean(), file: fileSchema.nullable() }).nullable();

/** A sheet as it travels. */
export const sheetAnswer = z.object({
  id,
  code: id,
  version: z.int(),
  revision: z.int(),
  status: id,
  round: z.int(),
  unitId: id,
  unit: id,
  owner: word,
  scheduledAt: word,
  finishedAt: word,
  acceptance: word,
  lines: z.array(lineAnswer),
  meters: z.array(
    z.object({
      key: id,
      name: id,
      unitName: word,
      value: z.number().nullable(),
      images: z.array(image),
      ...written,
    }),
  ),
  things: z.array(z.object({ key: id, name: id, usual: z.int(), number: z.int().nullable(), note: word, ...written })),
  presentName: word,
  presentRelation: word,
  identityChecked: z.boolean(),
  opinion: word,
  signatures: z.object({ owner: signed, employee: signed }),
  editions: z.array(z.object({ number: z.int(), at: id, reason: word, result: id })),
  missing: z.object({ lines: z.array(named), meters: z.array(named), things: z.array(named) }),
});

const told = (value: unknown): string | null =>
  value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : null;

/** A sheet as its reader gets it: households without who wrote what, signatures for who may see what is personal. */
export async function shownSheet(ctx: Ctx, doc: Stored, sheet: StoredSheet): Promise<z.output<typeof sheetAnswer>> {
  const staff = ctx.kind !== 'resident';
  const signatureOf = (signer: Signer) =>
    Array.isArray(doc[`${signer}Signature`]) ? (doc[`${signer}Signature`] as string[])[0] : undefined;
  const ids = [...sheet.lines, ...sheet.meters].flatMap(({ images }) => images.map(({ file }) => file));
  const open = staff && can(ctx, HANDOVER, 'readEncrypted');
  const own = open ? SIGNERS.flatMap(signer => signatureOf(signer) ?? []) : [];
  const known = await filesOf(ctx, [...ids, ...own]);
  const imagesOf = ({ images }: { images: SheetImage[] }) =>
    images.flatMap(({ key, file }) => {
      const found = known.get(file);
      return found ? [{ key, file, name: found.name, url: found.url, thumbUrl: found.thumbUrl }] : [];
    });
  const unitId = String(doc.unitId);
  const ownerId = String(doc.ownerId);
  const [homes, owners] = await Promise.all([
    loadRefs(ctx.projectId, unit, [unitId]),
    loadRefs(ctx.projectId, resident, [ownerId]),
  ]);
  const hash = hashOf(sheet, doc.opinion);
  const signedBy = (signer: Signer) => {
    const held = sheet.signatures[signer];
    const file = signatureOf(signer);
    return (
      held && { ...held, by: staff ? held.by : '', valid: held.hash === hash, file: (file && known.get(file)) || null }
    );
  };
  const wrote = <T extends { by: string | null }>(one: T): T => (staff ? one : { ...one, by: null });
  return {
    id: doc._id,
    code: String(doc.code),
    version: doc.version,
    revision: sheet.revision,
    status: String(doc.status),
    round: Number(doc.round),
    unitId,
    unit: String(homes.get(unitId)?.code ?? ''),
    owner: told(owners.get(ownerId)?.name),
    scheduledAt: told(doc.scheduledAt),
    finishedAt: told(doc.finishedAt),
    acceptance: told(doc.acceptance),
    lines: sheet.lines.map(line => ({ ...wrote(line), images: imagesOf(line), other: staff ? line.other : null })),
    meters: sheet.meters.map(meter => ({ ...wrote(meter), images: imagesOf(meter) })),
    things: sheet.things.map(wrote),
    presentName: told(doc.presentName),
    presentRelation: told(doc.presentRelation),
    identityChecked: doc.identityChecked === true,
    opinion: told(doc.opinion),
    signatures: { owner: signedBy('owner'), employee: signedBy('employee') },
    editions: sheet.editions.map(({ at, reason, result }, n) => ({
      number: n + 1,
      at: at.toISOString(),
      reason: staff ? reason : null,
      result,
    })),
    missing: missingIn(sheet),
  };
}

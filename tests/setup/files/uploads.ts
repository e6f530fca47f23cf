import type { Field } from '@lobby/shared/kit/fields.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import sharp from 'sharp';

let picture: Buffer | null = null;
/** A small picture. */
export async function png(): Promise<Buffer> {
  picture ??= await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0b6673' } })
    .png()
    .toBuffer();
  return picture;
}

/** A minimal PDF. */
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');

/** Modules whose rules require pictures although the fields are optional. */
const PICTURED = ['utility', 'parcel'];
const open = new Map<Field, number>(
  MODULES.filter(({ name }) => !PICTURED.includes(name)).flatMap(({ fields }) =>
    Object.values(fields).flatMap(field => (field.kind === 'files' && !field.required ? [[field, 0] as const] : [])),
  ),
);
/** Whether a sample has no files: uploads are slow, and a few samples of an optional field are enough. */
export function isWithout(field: Field): boolean {
  const count = open.get(field) ?? -1;
  if (count >= 0) open.set(field, count + 1);
  return count >= 3;
}

/** Multipart form data with files. */
export function formOf(files: readonly { name: string; body: Buffer }[], field = 'files'): FormData {
  const form = new FormData();
  for (const { name, body } of files) form.append(field, new Blob([new Uint8Array(body)]), name);
  return form;
}

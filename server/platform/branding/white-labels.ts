import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { textInput } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Actor } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { type Collection, db } from '../../kit/database/database.ts';
import { storeSetting } from '../settings/settings.ts';

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'COLOUR_INVALID');
// A data URL, so that the page shows it with its first paint. An SVG in an <img> runs no scripts.
export const picture = z
  .string()
  .max(40_000)
  .regex(/^data:image\/(png|jpeg|webp|svg\+xml);base64,[\w+/=]+$/, 'IMAGE_INVALID');

/** Editable parts of a white label; its wording is in its dictionary. */
export const whiteLabelSchema = z.strictObject({
  name: textInput(60),
  /** Host names on which it is used. */
  hosts: z
    .array(
      z
        .string()
        .max(253)
        .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/, 'HOST_INVALID'),
    )
    .max(20),
  /** Used on all other host names. */
  isDefault: z.boolean(),
  /** For light backgrounds, and for dark ones if it differs. */
  logo: picture.nullable(),
  logoDark: picture.nullable(),
  /** A single colour, from which the accents of both modes are derived with sufficient contrast. */
  accent: colour.nullable(),
  support: textInput(120, 0),
  /** Below the heading of the sign-in page. */
  notes: z.partialRecord(z.enum(LANGUAGES), textInput(200, 0, true)),
});

export interface WhiteLabel extends z.infer<typeof whiteLabelSchema> {
  _id: string;
  version: number;
}

export const whiteLabelCollection: Collection = {
  name: 'whitelabels',
  indexes: [
    { key: { hosts: 1 }, options: { unique: true, partialFilterExpression: { 'hosts.0': { $exists: true } } } },
  ],
};
export const whiteLabels = () => db().collection<WhiteLabel>(whiteLabelCollection.name);

/** Used if nothing was set: the product under its own name. */
const OWN: WhiteLabel = {
  _id: 'lobby',
  name: 'Lobby',
  hosts: [],
  isDefault: true,
  logo: null,
  logoDark: null,
  accent: null,
  support: '',
  notes: {},
  version: 0,
};

let labels: readonly WhiteLabel[] = [];

/** Loads all white labels (there are few), at start and after a change on any server. */
export async function loadWhiteLabels(): Promise<void> {
  labels = await whiteLabels().find().sort({ _id: 1 }).toArray();
}

const plainHost = (host: string | undefined) => host?.toLowerCase().replace(/:\d+$/, '') ?? '';

/** White label of a request: the named one, that of its host, or the default. */
export function whiteLabelOf(named: string | undefined, host: string | undefined): WhiteLabel {
  const name = plainHost(host);
  return (
    labels.find(label => label._id === named) ??
    labels.find(label => label.hosts.includes(name)) ??
    labels.find(label => label.isDefault) ??
    OWN
  );
}

/** Whether a host name belongs to a white label. */
export const isLabelHost = (host: string): boolean => labels.some(label => label.hosts.includes(plainHost(host)));

/** A white label by id, or the default. */
export function whiteLabelBy(id: string | undefined): WhiteLabel {
  return labels.find(label => label._id === id) ?? labels.find(label => label.isDefault) ?? OWN;
}

/** Creates or changes a white label. `version` is the one the change is based on, 0 for a new one; `buildings` use it. */
export async function setWhiteLabel(
  id: string,
  version: number,
  input: z.input<typeof whiteLabelSchema>,
  { actor, now }: { actor: Actor; now: Date },
  buildings: readonly string[] = [],
): Promise<WhiteLabel> {
  const before = await whiteLabels().findOne({ _id: id });
  if ((before?.version ?? 0) !== version) fail('DATA_STALE', { current: before });
  const values = { ...whiteLabelSchema.parse(input), version: version + 1 };
  const after: WhiteLabel = { _id: id, ...values };
  const taken = await whiteLabels().findOne({ _id: { $ne: id }, hosts: { $in: after.hosts } });
  if (taken) fail('ALREADY_EXISTS', { fields: { hosts: { code: 'ALREADY_EXISTS' } } });
  const setting = { projectId: '', entity: 'white-label', entityId: id, actor, now, version: after.version } as const;
  await storeSetting(
    { ...setting, action: before ? 'update' : 'create', before: before && { ...before }, after: values },
    async session => {
      if (after.isDefault)
        await whiteLabels().updateMany({ _id: { $ne: id } }, { $set: { isDefault: false } }, { session });
      const { matchedCount, upsertedCount } = await whiteLabels().replaceOne({ _id: id, version }, values, {
        session,
        upsert: version === 0,
      });
      if (matchedCount + upsertedCount === 0) fail('DATA_STALE');
    },
    buildings,
  );
  await loadWhiteLabels();
  return after;
}

/** The public part of a white label, visible before sign-in. */
export function shownLabel({ _id: id, name, logo, logoDark, accent, support, notes }: WhiteLabel) {
  return { id, name, logo, logoDark, accent, support, notes: notes as Partial<Record<Language, string>> };
}

import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { languageOf } from '@lobby/shared/kit/languages.ts';
import { folded, smsSize } from '@lobby/shared/kit/sms.ts';
import { template } from '@lobby/shared/modules/template.ts';
import {
  TEMPLATE_PURPOSES,
  type TemplatePurpose,
  WORD_PLACES,
  type WordPlace,
} from '@lobby/shared/modules/template-words.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import type { ActionsOf, BehaviourOf, DoneOf, EffectOf } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { VersionConflict } from '../../kit/store/save.ts';
import { fillWords, type WordsFault, WordsTooLarge, wordsFault } from './engine.ts';
import { addRevision } from './revisions.ts';
import { samplesFor } from './samples.ts';

type Values = Record<string, unknown>;
export const WORDS = ['subject', 'body', 'text'] as const;
/** Fields that are fixed after creation. */
const FIXED = ['purpose', 'channel', 'language'] as const;
const MOST_SEGMENTS = 8;

const purposeOf = ({ purpose }: Values): TemplatePurpose => TEMPLATE_PURPOSES.find(one => one === purpose) ?? 'NORMAL';
const placeOf = ({ channel }: Values): WordPlace => WORD_PLACES.find(one => one === channel) ?? 'EMAIL';

/** Errors of a template, by field. */
export function faultsOf(values: Values): { field: string; fault: WordsFault }[] {
  const [purpose, place] = [purposeOf(values), placeOf(values)];
  return WORDS.flatMap(field => {
    const said = values[field];
    if (typeof said !== 'string' || said === '') return [];
    // Only the body of a mail layout contains the mail.
    const of = purpose === 'LAYOUT' && field !== 'body' ? 'NORMAL' : purpose;
    const fault = wordsFault(said, of, place, field === 'body') ?? tooMuch(said, values, field);
    return fault ? [{ field, fault }] : [];
  });
}

/** Error of a template that cannot be filled with sample values. */
function tooMuch(said: string, values: Values, field: string): WordsFault | null {
  try {
    fillWords(said, samplesFor({ language: languageOf(String(values.language)), folded: false }), field === 'body');
    return null;
  } catch (error) {
    if (!(error instanceof WordsTooLarge)) throw error;
    return { code: 'TEMPLATE_SYNTAX', params: { name: error.message.slice(0, 60), line: 1, column: 1, nearest: '' } };
  }
}

/** Size of a text message, filled with sample values and encoded as it is sent. */
export function sizeOf(text: string, { accents, language }: Values) {
  const isFolded = accents !== 'KEEP';
  const said = fillWords(text, samplesFor({ language: languageOf(String(language)), folded: isFolded }));
  return smsSize(isFolded ? folded(said) : said);
}

function assertNoFaults(values: Values): void {
  const faults = faultsOf(values);
  const errors: FieldErrors = Object.fromEntries(
    faults.map(({ field, fault: { code, params } }) => [field, { code, params: { ...params } }]),
  );
  const [first] = faults;
  if (first) throw new Refusal(first.fault.code, { fields: errors, ...first.fault.params });
  if (
    values.channel === 'SMS' &&
    typeof values.text === 'string' &&
    sizeOf(values.text, values).segments > MOST_SEGMENTS
  )
    throw new Refusal('SMS_TOO_LONG', {
      max: MOST_SEGMENTS,
      fields: { text: { code: 'SMS_TOO_LONG', params: { max: MOST_SEGMENTS } } },
    });
}

/** Clears the fields that the channel does not use. */
const own = (values: Values): Values => ({
  ...values,
  ...(values.channel === 'SMS' ? { subject: null } : {}),
  ...(values.channel === 'EMAIL' ? { text: null } : { body: null, attachPdf: false }),
  ...(values.purpose === 'LAYOUT' && { attachPdf: false }),
});

const check: Behaviour['check'] = async (_ctx, { kind, values, doc }) => {
  if (!doc) {
    assertNoFaults(values);
    return { ...own(values), revision: 1, active: false };
  }
  if (kind === 'remove') {
    if (doc.active === true) fail('TEMPLATE_ACTIVE_EXISTS', { id: doc._id, name: doc.name });
    return values;
  }
  const moved = FIXED.find(name => name in values && values[name] !== doc[name]);
  if (moved) failFields({ [moved]: { code: 'TEMPLATE_FIXED' } }, 'TEMPLATE_FIXED');
  if (kind === 'restore') return { ...values, active: false };
  const whole: Values = { ...doc, ...values };
  assertNoFaults(whole);
  const fits = own(whole);
  const set = Object.fromEntries(Object.keys(values).map(name => [name, fits[name]]));
  const other = WORDS.some(name => (fits[name] ?? null) !== (doc[name] ?? null));
  return other ? { ...set, revision: Number(doc.revision) + 1 } : set;
};

/** Stores each change of the texts. */
async function inTransaction(ctx: Ctx, session: Session, { doc, before }: DoneOf<typeof template>): Promise<void> {
  if (doc && before?.revision !== doc.revision) await addRevision(ctx, doc, session);
}

export const templateBehaviour = { check, inTransaction } satisfies BehaviourOf<typeof template>;

/** Activates a template; with `replace` in place of the active one. */
async function activate(ctx: Ctx, doc: Doc<typeof template>, { replace }: Values): Promise<EffectOf<typeof template>> {
  assertNoFaults(doc);
  const slot = Object.fromEntries(FIXED.map(name => [name, doc[name]]));
  const others = { projectId: ctx.projectId, deletedAt: null, active: true, ...slot, _id: { $ne: doc._id } };
  const known = await records(template).find(ctx, others);
  const [first] = known;
  if (first && replace !== true) fail('TEMPLATE_ACTIVE_EXISTS', { id: first._id, name: first.name });
  return {
    set: { active: true, reason: null },
    also: async session => {
      await serializeBy(`template:${ctx.projectId}:${Object.values(slot).join(':')}`, session);
      if ((await records(template).in(session).count(ctx, others)) !== known.length) throw new VersionConflict();
    },
    with: known.map(one => ({
      definition: template,
      action: 'deactivate',
      update: { doc: one, set: { active: false } },
    })),
  };
}

export const templateActs = {
  activate,
  deactivate: () => ({ set: { active: false } }),
} satisfies ActionsOf<typeof template>;

import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { folded, smsSize } from '@lobby/shared/kit/sms.ts';
import { template } from '@lobby/shared/modules/template.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import type { Action, ActionsOf, BehaviourOf, DoneOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { fieldOf, records } from '../../kit/store/records.ts';
import { VersionConflict } from '../../kit/store/save.ts';
import { fillWords, type WordsFault, WordsTooLarge, wordsFault } from './engine.ts';
import { addRevision } from './revisions.ts';
import { samplesFor } from './samples.ts';

type Words = Values<typeof template>;
export const WORDS = ['subject', 'body', 'text'] as const;
/** Fields that are fixed after creation. */
const FIXED = ['purpose', 'channel', 'language'] as const;
const MOST_SEGMENTS = 8;

/** Errors of a template, by field. */
export function faultsOf(values: Words): { field: string; fault: WordsFault }[] {
  const [purpose, place] = [values.purpose ?? 'NORMAL', values.channel ?? 'EMAIL'];
  return WORDS.flatMap(field => {
    const text = values[field];
    if (!text) return [];
    // Only the body of a mail layout contains the mail.
    const of = purpose === 'LAYOUT' && field !== 'body' ? 'NORMAL' : purpose;
    const fault = wordsFault(text, of, place, field === 'body') ?? tooMuch(text, values, field);
    return fault ? [{ field, fault }] : [];
  });
}

/** Error of a template that cannot be filled with sample values. */
function tooMuch(text: string, { language }: Words, field: string): WordsFault | null {
  try {
    fillWords(text, samplesFor({ language: language ?? 'vi', folded: false }), field === 'body');
    return null;
  } catch (error) {
    if (!(error instanceof WordsTooLarge)) throw error;
    return { code: 'TEMPLATE_SYNTAX', params: { name: error.message.slice(0, 60), line: 1, column: 1, nearest: '' } };
  }
}

/** Size of a text message, filled with sample values and encoded as it is sent. */
export function sizeOf(text: string, { accents, language }: Words) {
  const isFolded = accents !== 'KEEP';
  const filled = fillWords(text, samplesFor({ language: language ?? 'vi', folded: isFolded }));
  return smsSize(isFolded ? folded(filled) : filled);
}

function assertNoFaults(values: Words): void {
  const faults = faultsOf(values);
  const errors: FieldErrors = Object.fromEntries(
    faults.map(({ field, fault: { code, params } }) => [field, { code, params: { ...params } }]),
  );
  const [first] = faults;
  if (first) throw new Refusal(first.fault.code, { fields: errors, ...first.fault.params });
  if (values.channel === 'SMS' && values.text && sizeOf(values.text, values).segments > MOST_SEGMENTS)
    throw new Refusal('SMS_TOO_LONG', {
      max: MOST_SEGMENTS,
      fields: { text: { code: 'SMS_TOO_LONG', params: { max: MOST_SEGMENTS } } },
    });
}

/** Clears the fields that the channel does not use. */
const complete = (values: Words): Words => ({
  ...values,
  ...(values.channel === 'SMS' ? { subject: null } : {}),
  ...(values.channel === 'EMAIL' ? { text: null } : { body: null, attachPdf: false }),
  ...(values.purpose === 'LAYOUT' && { attachPdf: false }),
});

async function check(_ctx: Ctx, { kind, values, doc }: RequestOf<typeof template>): Promise<Words> {
  if (!doc) {
    assertNoFaults(values);
    return { ...complete(values), revision: 1, active: false };
  }
  if (kind === 'remove') {
    if (doc.active === true) fail('TEMPLATE_ACTIVE_EXISTS', { id: doc._id, name: doc.name });
    return values;
  }
  const moved = FIXED.find(name => name in values && values[name] !== doc[name]);
  if (moved) failFields({ [moved]: { code: 'TEMPLATE_FIXED' } }, 'TEMPLATE_FIXED');
  if (kind === 'restore') return { ...values, active: false };
  const whole: Words = { ...doc, ...values };
  assertNoFaults(whole);
  const fits = complete(whole);
  const set = Object.fromEntries(Object.keys(values).map(name => [name, fieldOf(fits, name)]));
  const other = WORDS.some(name => (fits[name] ?? null) !== (doc[name] ?? null));
  return other ? { ...set, revision: doc.revision + 1 } : set;
}

/** Stores each change of the texts. */
async function inTransaction(ctx: Ctx, session: Session, { doc, before }: DoneOf<typeof template>): Promise<void> {
  if (doc && before?.revision !== doc.revision) await addRevision(ctx, doc, session);
}

export const templateBehaviour = { check, inTransaction } satisfies BehaviourOf<typeof template>;

/** Activates a template; with `replace` in place of the active one. */
const activate: Action<typeof template, 'activate'> = async (ctx, doc, { replace }) => {
  assertNoFaults(doc);
  const slot = Object.fromEntries(FIXED.map(name => [name, doc[name]]));
  const others = { projectId: ctx.projectId, deletedAt: null, active: true, ...slot, _id: { $ne: doc._id } };
  const active = await records(template).find(ctx, others);
  const [first] = active;
  if (first && replace !== true) fail('TEMPLATE_ACTIVE_EXISTS', { id: first._id, name: first.name });
  return {
    set: { active: true, reason: null },
    also: async session => {
      await serializeBy(`template:${ctx.projectId}:${Object.values(slot).join(':')}`, session);
      if ((await records(template).in(session).count(ctx, others)) !== active.length) throw new VersionConflict();
    },
    with: active.map(item => ({
      definition: template,
      action: 'deactivate',
      update: { doc: item, set: { active: false } },
    })),
  };
};

export const templateActs = {
  activate,
  deactivate: () => ({ set: { active: false } }),
} satisfies ActionsOf<typeof template>;

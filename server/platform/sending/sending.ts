import { type SendingSettings, sendingOf } from '@lobby/shared/modules/sending-settings.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { SmsAccount } from '../../kit/mail/sms.ts';
import { open, seal } from '../../kit/privacy/personal.ts';
import { forgetProject, loadProject, type Project, projects, type SendingKey } from '../projects/projects.ts';
import { storeSetting } from '../settings/settings.ts';

/** Credentials of a project's own accounts, which are never returned. */
export const SENDING_KEYS = ['smsKey', 'smsSecret'] as const;
type SendingKeyName = (typeof SENDING_KEYS)[number];

const LETTERS = 'sending-keys';

/** SMS gateway credentials of a project with its own account. */
export async function loadSmsAccount(projectId: string): Promise<SmsAccount> {
  const held = (await loadProject(projectId))?.sendingKeys;
  const of = (name: SendingKeyName) => (held?.[name] ? open(LETTERS, held[name].value) : null);
  return { key: of('smsKey'), secret: of('smsSecret') };
}

type Change = Partial<SendingSettings> & Partial<Record<SendingKeyName, string | null>> & { version: number };

/** Encrypted credentials with author and time; null removes one. */
function nextKeys(
  ctx: Ctx,
  held: Project['sendingKeys'] = {},
  changes: Partial<Record<SendingKeyName, string | null>>,
) {
  const next: Record<string, SendingKey> = { ...held };
  for (const name of SENDING_KEYS) {
    const value = changes[name];
    if (value === null) delete next[name];
    else if (value !== undefined) next[name] = { value: seal(LETTERS, value), at: ctx.now, by: ctx.actor.name };
  }
  return next;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Changes the sending settings; they apply to messages sent from then on. */
export async function changeSending(
  ctx: Ctx,
  project: Project,
  { version, smsKey, smsSecret, ...change }: Change,
): Promise<Project> {
  const held = project.sendingVersion ?? 1;
  const before = sendingOf(project.sending);
  if (held !== version) fail('DATA_STALE', { current: { ...before, version: held } });
  const keys = { ...(smsKey !== undefined && { smsKey }), ...(smsSecret !== undefined && { smsSecret }) };
  const names = Object.keys(change).filter(name => !same(Reflect.get(before, name), Reflect.get(change, name)));
  if (names.length === 0 && Object.keys(keys).length === 0) return project;
  const only = (of: object) => Object.fromEntries(names.map(name => [name, Reflect.get(of, name)]));
  // The activity tells only that a secret was changed.
  const keyNotes = Object.fromEntries(Object.keys(keys).map(name => [name, 'changed']));
  const sending = { ...project.sending, ...only(change) };
  const sendingKeys = nextKeys(ctx, project.sendingKeys, keys);
  const setting = { projectId: project._id, entity: 'sending', entityId: project._id, action: 'update' } as const;
  const values = { version: held + 1, actor: ctx.actor, now: ctx.now };
  await storeSetting(
    { ...setting, ...values, before: only(before), after: { ...only(change), ...keyNotes } },
    async session => {
      const { matchedCount } = await projects().updateOne(
        { _id: project._id, sendingVersion: project.sendingVersion ?? { $exists: false } },
        { $set: { sending, sendingKeys, sendingVersion: held + 1 } },
        { session },
      );
      if (matchedCount === 0) fail('DATA_STALE');
    },
  );
  forgetProject(project._id);
  return { ...project, sending, sendingKeys, sendingVersion: held + 1 };
}

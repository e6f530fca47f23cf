import type { Language } from '@lobby/shared/kit/languages.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import type { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Ctx, feature } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { text } from '../../../kit/base/messages.ts';
import { queueMail } from '../../../kit/mail/queue.ts';
import type { MailKind } from '../../../kit/mail/send.ts';
import type { Action } from '../../../kit/records/typed-behaviour.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { senderOf } from '../../../platform/accounts/mails.ts';
import { notify, toUnit } from '../../../platform/notifications/notifications.ts';
import { loadProject } from '../../../platform/projects/projects.ts';
import { byPhone } from '../../../platform/sending/sms-timing.ts';
import { hasApp, loadReach } from '../../resident/index.ts';
import { handoverDefects } from '../defects/defect-mails.ts';
import { passGate } from '../payment-gate.ts';
import { handoverMinutes } from '../sheet/minutes-mail.ts';

/** Text of an invitation: the given one, or the default. */
export const invitationOf = (ctx: Ctx, language: Language, code: string, typed: string | null | undefined): string =>
  typed || text({ ...wordsOf(ctx), language }, 'handover-unit.letter.text', { unit: code });
const wordsOf = ({ projectId, whiteLabel }: Ctx) => ({ projectId, whiteLabel });

/** Invites the owner by app, mail, SMS, or printed letter. */
export const invite: Action<typeof handoverUnit, 'invite'> = async (ctx, doc, input) => {
  const channels = input.channels.map(({ channel }) => channel);
  if (channels.length === 0) failFields({ channels: { code: 'REQUIRED' } });
  const passed = await passGate(ctx, doc, input, 'SCHEDULE');
  const { unitId } = doc;
  const code = (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId)?.code ?? '';
  const [owner, project] = await Promise.all([loadReach(ctx, doc.ownerId), loadProject(ctx.projectId)]);
  const byMail = channels.includes('EMAIL');
  if (byMail && !owner?.email) failFields({ channels: { code: 'NO_EMAIL' } }, 'NO_EMAIL');
  const bySms = channels.includes('SMS');
  const phone = owner?.phone ?? null;
  if (bySms && (!feature(ctx, 'SMS') || !phone))
    failFields({ channels: { code: 'INVITE_NOT_POSSIBLE' } }, 'INVITE_NOT_POSSIBLE');
  if (channels.includes('APP') && !(await hasApp(ctx, unitId)))
    failFields({ channels: { code: 'NOBODY_IN_APP' } }, 'NOBODY_IN_APP');
  const letter = invitationOf(ctx, 'vi', code, input.text);
  const values = { project: project?.name ?? '', unit: code, name: owner?.name ?? '', text: letter };
  const mail = {
    language: 'vi' as const,
    sender: senderOf({ whiteLabel: project?.whiteLabel ?? '' }),
    values,
    projectId: ctx.projectId,
    ...(owner && { residentId: owner.id }),
  };
  return {
    set: { invitedAt: ctx.now, invitedBy: channels[0], invitation: input.text ?? null, ...passed },
    async also(session) {
      const subject = { module: HANDOVER, id: doc._id, title: code };
      if (channels.includes('APP')) await notify(ctx, toUnit(unitId), 'HANDOVER_INVITED', subject, session);
      if (byMail && owner?.email)
        await queueMail({ kind: 'handoverInvite', to: owner.email, ...mail }, ctx.now, session);
      if (bySms && phone && project)
        await queueMail(
          { kind: 'handoverInviteSms', to: phone, ...mail, ...byPhone(project, ctx.now) },
          ctx.now,
          session,
        );
    },
  };
};

const handoverInvite: MailKind = async ({ values, base }) => ({ values, link: `${base}/resident/handover` });
export const handoverMails = { handoverInvite, handoverInviteSms: handoverInvite, handoverMinutes, handoverDefects };

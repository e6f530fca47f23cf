import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { smsSize } from '@lobby/shared/kit/sms.ts';
import { deliveryKey, REASONS } from '@lobby/shared/modules/notice-delivery.ts';
import { sendPlan } from '@lobby/shared/modules/notice-run.contract.ts';
import { channelsOf, noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { kindOf, type NOTICE_CHANNELS, type NoticeKind } from '@lobby/shared/modules/notice-sending.ts';
import type { Ctx } from '../../../../kit/base/context.ts';
import { type Route, route } from '../../../../kit/http/route.ts';
import { load } from '../../../../kit/records/acts/act.ts';
import { loadProject } from '../../../../platform/projects/projects.ts';
import { isSaid, loadSource, sayTo } from '../words/texts.ts';
import { asSent, type Household, loadHouseholds, noticesFrom } from './households.ts';
import { isMeant, loadSent, readerBy, reasonBy } from './reach.ts';
import { smsCostOf, smsLeft } from './sms-left.ts';

const MOST = 20_000;
const SHOWN = 20;
const COUNTED = 200;

/** Recipients of a run by channel, and households without an address. */
export const planRoute: Route = route(sendPlan, {
  flags: ['read'],
  async run(ctx, { params }) {
    const run = await load(ctx, noticeRun, params.id);
    const kind = kindOf(run);
    const notices = await noticesFrom(ctx, run, MOST);
    const [all, sent] = await Promise.all([loadHouseholds(ctx, notices), loadSent(ctx, notices, kind)]);
    const meant = all.map(household => asSent(household, kind)).filter(household => isMeant(run, household, sent));
    const isSent = (household: Household, channel: string) => sent.has(deliveryKey(household.notice, kind, channel));
    const channels = channelsOf(run).map(channel => {
      const open = meant.filter(household => !isSent(household, channel));
      const missing = open.filter(household => reasonBy(household, channel));
      return { channel, open, missing };
    });
    return {
      households: meant.length,
      owed: meant.reduce((sum, household) => sum + household.owed, 0),
      channels: channels.map(({ channel, open, missing }) => ({
        channel,
        to: open.length - missing.length,
        known: meant.length - open.length,
        missing: missing.length,
      })),
      sms: await loadSms(ctx, kind, channels),
      missing: REASONS.flatMap(reason => {
        const unsent = channels.flatMap(channel =>
          channel.missing.filter(of => reasonBy(of, channel.channel) === reason),
        );
        const unitIds = [...new Set(unsent.map(({ notice }) => notice.unitId))];
        return unsent.length > 0 ? [{ reason, count: unitIds.length, unitIds: unitIds.slice(0, SHOWN) }] : [];
      }),
      samples: await loadSamples(ctx, kind, channels),
    };
  },
});

type Channels = readonly { channel: (typeof NOTICE_CHANNELS)[number]; open: readonly Household[] }[];

/** SMS segments and cost of a run, extrapolated from a sample. */
async function loadSms(ctx: Ctx, kind: NoticeKind, channels: Channels): Promise<AnswerOf<typeof sendPlan>['sms']> {
  const sms = channels.find(({ channel }) => channel === 'SMS');
  const project = sms && (await loadProject(ctx.projectId));
  if (!project) return null;
  const open = sms.open.map(household => readerBy(household, 'SMS')).filter(household => !reasonBy(household, 'SMS'));
  const some = open.slice(0, COUNTED);
  const source = await loadSource(ctx, some);
  const counted = some.map(household => {
    const said = sayTo(source, household, kind, 'SMS');
    return said ? smsCostOf(ctx, source, household, said) : { segments: 0, cost: 0 };
  });
  const ofAll = (name: 'segments' | 'cost') =>
    Math.ceil((counted.reduce((sum, cost) => sum + cost[name], 0) * open.length) / Math.max(1, some.length));
  const left = await smsLeft(ctx, project);
  return {
    segments: ofAll('segments'),
    cost: ofAll('cost'),
    left: Number.isFinite(left) ? left : null,
  };
}

/** Text for the first reachable household of each channel. */
async function loadSamples(
  ctx: Ctx,
  kind: NoticeKind,
  channels: Channels,
): Promise<AnswerOf<typeof sendPlan>['samples']> {
  const first = channels.flatMap(({ channel, open }) => {
    const household = open.find(of => !reasonBy(of, channel));
    return household && isSaid(channel) ? [{ channel, household: readerBy(household, channel) }] : [];
  });
  const source = await loadSource(
    ctx,
    first.map(({ household }) => household),
  );
  return first.flatMap(({ channel, household }) => {
    const said = sayTo(source, household, kind, channel);
    if (!said) return [];
    const segments = channel === 'SMS' ? smsSize(said.content).segments : null;
    return [{ channel, unitId: household.notice.unitId, subject: said.subject, content: said.plain, segments }];
  });
}

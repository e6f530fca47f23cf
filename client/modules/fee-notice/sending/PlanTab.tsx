import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import type { sendPlan } from '@lobby/shared/modules/notice-run.contract.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';

type ByChannel = AnswerOf<typeof sendPlan>['channels'][number];

const headClass = styleClass({ textStyle: 'sm', fontWeight: 'semibold', pt: '4', pb: '1' });
const missingClass = styleClass({
  '& li': { py: '1' },
  '& small': { color: 'fg.muted', '& > span': { pe: '2', whiteSpace: 'nowrap' } },
});
const smsClass = styleClass({ py: '2', '&[data-over]': { color: 'bad.fg', fontWeight: 'medium' } });
const linkClass = styleClass({ pt: '2', '& a': { color: 'accent.fg', textDecoration: 'underline' } });
const sampleClass = styleClass({
  p: '3',
  mb: '2',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  whiteSpace: 'pre-line',
  '& p': { m: '0', fontWeight: 'semibold' },
  '& small': { color: 'fg.muted' },
});

/** Recipients of a sending by channel, unreachable households, and a preview of the text. */
export function PlanTab({ id }: { id: string }) {
  const { t } = useTranslation(['notice-run', 'notice-delivery', 'books']);
  const { money, number } = useFormats();
  const { idUnitGroup } = useParams();
  const { data, error, again } = useContract<typeof sendPlan>('/fee-notice/send-run/:id/plan', {
    params: { id },
    follow: noticeRun.code,
    delay: 2000,
  });
  const mayTry = useCan(noticeRun.code, 'write');
  const { busy, error: refused, code, run } = useSubmit();
  const toMyself = async () => {
    const { data: sent } = await request<{ to: string[] }>('POST', `${noticeRun.path}/${id}/test`, {
      ...scopeNow(),
      body: {},
    });
    toast({ tone: 'done', title: t('plan.tried', { to: sent.to.join(', ') }) });
  };
  if (error && !data) return <ErrorState title={t('books:failed')} onRetry={again} />;
  if (!data) return <SkeletonRows />;
  const channelName = (channel: string) => t(`notice-delivery:options.channel.${channel}`);
  return (
    <DetailBody>
      <p>
        {data.households === 0
          ? t('plan.nothing')
          : t('plan.sums', { households: number(data.households), owed: money(data.owed) })}
      </p>
      {data.households > 0 && (
        <FigureTable<ByChannel>
          label={t('plan.tab')}
          rows={data.channels}
          keyOf={row => row.channel}
          columns={[
            { key: 'channel', label: t('plan.channel'), cell: row => channelName(row.channel) },
            { key: 'to', label: t('plan.to'), as: 'number' },
            { key: 'known', label: t('plan.known'), as: 'number' },
            { key: 'missing', label: t('plan.missing'), as: 'number' },
          ]}
        />
      )}
      {data.sms && (
        <p
          className={smsClass()}
          data-over={data.sms.left !== null && data.sms.segments > data.sms.left ? '' : undefined}
        >
          {t('plan.sms', { count: number(data.sms.segments) })}
          {data.sms.cost !== null && ` · ${money(data.sms.cost)}`}
          {data.sms.left !== null && ` · ${t('plan.left', { count: number(data.sms.left) })}`}
        </p>
      )}
      {mayTry && (
        <Button icon={Send} busy={busy} onClick={() => void run(toMyself)}>
          {t('plan.try')}
        </Button>
      )}
      <Refused error={refused} code={code} />
      <p className={linkClass()}>
        <Link to={`/projects/${idUnitGroup}/${noticeDelivery.route}?runId=${id}`}>{t('plan.results')}</Link>
      </p>
      {data.missing.length > 0 && (
        <>
          <h3 className={headClass()}>{t('plan.unreached')}</h3>
          <ul className={missingClass()}>
            {data.missing.map(({ reason, count, unitIds }) => (
              <li key={reason}>
                {t(`notice-delivery:options.reason.${reason}`)}: {number(count)}
                <br />
                <small>
                  {unitIds.map(unitId => (
                    <span key={unitId}>
                      <RefName to="unit" id={unitId} />
                    </span>
                  ))}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
      {data.samples.length > 0 && <h3 className={headClass()}>{t('plan.sample')}</h3>}
      {data.samples.map(({ channel, unitId, subject, content, segments }) => (
        <article key={channel} className={sampleClass()}>
          <small>
            {channelName(channel)} · <RefName to="unit" id={unitId} />
            {segments !== null && ` · ${t('plan.segments', { count: segments })}`}
          </small>
          {subject && <p>{subject}</p>}
          {'\n'}
          {content}
        </article>
      ))}
    </DetailBody>
  );
}

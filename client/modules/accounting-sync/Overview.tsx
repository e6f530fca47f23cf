import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import type { syncErrorGroups } from '@lobby/shared/modules/sync-run.contract.ts';
import { syncRun } from '@lobby/shared/modules/sync-run.ts';
import { Landmark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { useShortcuts } from '../../kit/ui/keyboard.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { KindTable } from './KindTable.tsx';

const actsClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '3',
  px: '4',
  py: '1',
  '& [role=alert]': { color: 'bad.fg' },
});
const FOLLOW = { follow: syncConnection.code, delay: 1000 };

/** The current or latest run, with a button to start another. */
function LastRun({ active }: { active: boolean }) {
  const { t } = useTranslation(syncRun.name);
  const { number, dateTime } = useFormats();
  const may = useCan(syncRun.code, 'sync');
  const { data, again } = useRows(syncRun, { limit: 1, ...FOLLOW });
  const { busy, error, code, run } = useSubmit();
  const last = data?.[0];
  const going = last?.status === 'RUNNING';
  const begin = () =>
    run(async () => {
      await request('POST', syncRun.path, { ...scopeNow(), body: {} });
      toast({ tone: 'done', title: t('begun') });
      void again();
    });
  useShortcuts('list', {}, may && active && !going ? [{ keys: 'r', words: t('begin'), run: () => void begin() }] : []);
  const stop = () =>
    run(async () => {
      await request('PUT', `${syncRun.path}/${last?.id}/cancel`, { ...scopeNow(), body: {} });
      void again();
    });
  return (
    <>
      <h2>{t('last')}</h2>
      {last && (
        <Sums
          of={[
            [t('fields.name'), dateTime(last.createdAt)],
            [t('progress'), `${number(last.sent + last.failed)} / ${number(last.of)}`],
            [t('fields.failed'), number(last.failed)],
            [t('fields.endedAt'), last.endedAt ? dateTime(last.endedAt) : t(`statuses.${last.status}`)],
          ]}
        />
      )}
      {may && active && (
        <div className={actsClass()}>
          {going ? (
            <Button busy={busy} onClick={() => void stop()}>
              {t('actions.cancel')}
            </Button>
          ) : (
            <Button look="filled" busy={busy} onClick={() => void begin()}>
              {t('begin')}
            </Button>
          )}
          <Refused error={error} code={code} />
        </div>
      )}
    </>
  );
}

/** Number of unsent documents by error, most frequent first. */
function ErrorGroups() {
  const { t } = useTranslation(syncReceipt.name);
  const { idUnitGroup } = useParams();
  const { data } = useContract<typeof syncErrorGroups>('/accounting-sync/error-groups', FOLLOW);
  if (!data || data.length === 0) return null;
  const home = `/projects/${idUnitGroup}`;
  return (
    <>
      <h2>{t('groups.title')}</h2>
      <FigureTable
        label={t('groups.title')}
        rows={data}
        keyOf={row => row.errorCode}
        columns={[
          {
            key: 'reason',
            label: t('fields.errorCode'),
            cell: ({ errorCode }) => (
              <Link to={`${home}/billing/sync-receipt?tab=withError&errorCode=${errorCode}`}>
                {t(`options.errorCode.${errorCode}`)}
              </Link>
            ),
          },
          { key: 'count', label: t('groups.count'), as: 'number' },
          {
            key: 'mend',
            label: t('groups.mend'),
            cell: ({ errorCode }) =>
              errorCode.endsWith('_MISSING') && <Link to={`${home}/fast-sync?part=mapping`}>{t('groups.mend')}</Link>,
          },
        ]}
      />
    </>
  );
}

/** Date of the oldest document that was never sent. */
function OldestWaiting() {
  const { t } = useTranslation(syncReceipt.name);
  const { day } = useFormats();
  const { data } = useRows(syncReceipt, {
    filter: { status: { in: ['NONE', 'PENDING'] } },
    sort: 'accountingDate',
    limit: 1,
    ...FOLLOW,
  });
  const oldest = data?.[0];
  if (!oldest?.accountingDate) return null;
  return (
    <p className={actsClass()} role="status">
      {t('oldest', { day: day(oldest.accountingDate), code: oldest.documentCode ?? '' })}
    </p>
  );
}

/** State of the connection, waiting documents and errors. */
export function Overview() {
  const { t } = useTranslation(syncConnection.name);
  const { dateTime } = useFormats();
  const mayCount = useCan(syncReceipt.code, 'aggregate');
  const list = useRows(syncConnection, { limit: 50, ...FOLLOW });
  const connection = list.data?.find(({ status }) => status === 'ACTIVE') ?? list.data?.[0];
  const when = (at: string | null) => (at ? dateTime(at) : '–');
  if (list.error && !list.data) return <ErrorState title={t('overview.failed')} onRetry={() => void list.again()} />;
  if (!list.data) return <SkeletonRows />;
  if (!connection)
    return (
      <Empty
        icon={Landmark}
        title={t('empty.title')}
        actions={<Link to="?part=connections">{t('actions.create')}</Link>}
      >
        {t('empty.text')}
      </Empty>
    );
  return (
    <ReportPage title={t('screen')}>
      <div className={reportBodyClass()}>
        <Sums
          of={[
            [connection.name, t(`statuses.${connection.status}`)],
            [t('fields.schedule'), t(`options.schedule.${connection.schedule}`)],
            [t('fields.lastRunAt'), when(connection.lastRunAt)],
            [t('fields.lastOkAt'), when(connection.lastOkAt)],
          ]}
        />
        {connection.lastError && (
          <p className={actsClass()}>
            <span role="alert">{connection.lastError}</span>
          </p>
        )}
        <LastRun active={connection.status === 'ACTIVE'} />
        <OldestWaiting />
        <ErrorGroups />
        {mayCount && <KindTable />}
      </div>
    </ReportPage>
  );
}

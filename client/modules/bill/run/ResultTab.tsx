import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import type { runItemList } from '@lobby/shared/modules/bill-run.contract.ts';
import { type BillRun, billRun } from '@lobby/shared/modules/bill-run.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useRows } from '../../../kit/live/useRows.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { TabPanel, Tabs } from '../../../kit/ui/layout/Tabs.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { ConfirmDialog } from '../../../kit/ui/overlay/ConfirmDialog.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';

type Item = AnswerOf<typeof runItemList>[number];

const VIEWS = {
  outliers: { outlier: 'true' },
  skipped: { result: 'SKIPPED' },
  failed: { result: 'FAILED' },
  all: {},
} as const;
type View = keyof typeof VIEWS;
const SHOWN = 100;

const actsClass = styleClass({ display: 'flex', flexWrap: 'wrap', gap: '2', py: '3' });

/** Items of a run by result. */
function Items({ id }: { id: string }) {
  const { t } = useTranslation('bill-run');
  const { money, share } = useFormats();
  const panel = useId();
  const [view, setView] = useState<View>('outliers');
  const { data } = useContract<typeof runItemList>('/bill/run/:id/items', {
    params: { id },
    follow: billRun.code,
    delay: 1500,
    query: {
      limit: String(SHOWN),
      ...Object.fromEntries(Object.entries(VIEWS[view]).map(([k, v]) => [`filter[${k}]`, v])),
    },
  });
  return (
    <>
      <Tabs
        label={t('items.title')}
        value={view}
        tabs={(Object.keys(VIEWS) as View[]).map(value => ({ value, label: t(`items.views.${value}`) }))}
        onChange={value => setView(value as View)}
        panel={panel}
      />
      <TabPanel id={panel} value={view}>
        {!data && <SkeletonRows />}
        {data?.length === 0 && <p>{t('items.none')}</p>}
        <FigureTable<Item>
          label={t('items.title')}
          rows={data}
          keyOf={row => `${row.unitId} ${row.serviceId}`}
          columns={[
            { key: 'unit', label: t('items.unitId'), cell: row => <RefName to="unit" id={row.unitId} /> },
            { key: 'service', label: t('items.serviceId'), cell: row => <RefName to="service" id={row.serviceId} /> },
            {
              key: 'total',
              label: t('items.total'),
              figure: true,
              cell: row => (row.reason ? t(`reasons.${row.reason}`) : money(row.total)),
            },
            {
              key: 'before',
              label: t('items.before'),
              figure: true,
              cell: row => (row.previousTotal === null ? '–' : money(row.previousTotal)),
            },
            {
              key: 'change',
              label: t('items.change'),
              figure: true,
              cell: row => (row.change === null ? '–' : `${row.change > 0 ? '+' : ''}${share(row.change)}`),
            },
          ]}
        />
      </TabPanel>
    </>
  );
}

/** Number of a run's bills that are still drafts. */
function useDrafts(runId: string): number {
  const { data } = useRows(bill, {
    filter: { runId: { in: [runId] }, status: { in: ['DRAFT'] } },
    limit: 1,
    follow: bill.code,
  });
  return data?.length ?? 0;
}

/** Result or preview of a run: totals by service against the previous month, outliers, and units without a bill. */
export function ResultTab({ id }: { id: string }) {
  const { t } = useTranslation('bill-run');
  const { money, number } = useFormats();
  const { row } = useRecord(billRun, id);
  const may = useCan(billRun.code, 'updateStatus');
  const [asks, setAsks] = useState<'release' | 'discard' | null>(null);
  const drafts = useDrafts(id);
  if (!row) return <SkeletonRows />;
  const made = row.status === 'DONE' || row.status === 'CANCELLED' || row.status === 'PAUSED';
  const send = async (reason: string) => {
    await request('PUT', `${billRun.path}/${id}/${asks}`, { ...scopeNow(), body: reason ? { reason } : {} });
    setAsks(null);
  };
  const sums = { bills: number(row.made ?? 0), total: money(row.total ?? 0) };
  return (
    <DetailBody>
      {may && made && drafts > 0 && (
        <div className={actsClass()}>
          <Button look="filled" onClick={() => setAsks('release')}>
            {t('release.act', sums)}
          </Button>
          <Button tone="bad" onClick={() => setAsks('discard')}>
            {t('discard.act')}
          </Button>
        </div>
      )}
      <FigureTable<NonNullable<BillRun['byService']>[number]>
        label={t('preview.tab')}
        rows={row.byService ?? []}
        keyOf={line => String(line.serviceId)}
        columns={[
          {
            key: 'service',
            label: t('preview.service'),
            cell: line => <RefName to="service" id={line.serviceId} />,
            foot: '',
          },
          {
            key: 'bills',
            label: t('preview.bills'),
            figure: true,
            cell: line => number(line.made ?? 0),
            foot: sums.bills,
          },
          {
            key: 'total',
            label: t('preview.total'),
            figure: true,
            cell: line => money(line.total ?? 0),
            foot: sums.total,
          },
          {
            key: 'before',
            label: t('preview.before'),
            figure: true,
            cell: line => money(line.previousTotal ?? 0),
            foot: money(row.previousTotal ?? 0),
          },
        ]}
      />
      {(row.skippedByReason ?? []).length > 0 && (
        <ul>
          {row.skippedByReason?.map(({ reason, count }) => (
            <li key={reason}>{`${t(`reasons.${reason}`)}: ${number(count ?? 0)}`}</li>
          ))}
        </ul>
      )}
      <Items id={id} />
      <ConfirmDialog
        open={asks !== null}
        title={t(`${asks ?? 'release'}.title`)}
        description={t(`${asks ?? 'release'}.text`, sums)}
        confirm={t(`${asks ?? 'release'}.act`, sums)}
        tone={asks === 'discard' ? 'bad' : 'neutral'}
        {...(asks === 'discard' && { reason: {} })}
        onConfirm={send}
        onCancel={() => setAsks(null)}
      />
    </DetailBody>
  );
}

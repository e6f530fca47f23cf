import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import {
  ADVANCE_FIGURES,
  ADVANCE_GROUPS,
  type AdvanceGroup,
  advanceReport,
} from '@lobby/shared/modules/advance-report.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import type { advanceMoves } from '@lobby/shared/modules/unit-account.contract.ts';
import { Coins, FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useOptions } from '../../kit/live/useRows.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { PeriodFields } from '../../kit/ui/form/inputs/dates/PeriodFields.tsx';
import { PaperButton } from '../../kit/ui/list/export/PaperButton.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { today } from '../../kit/ui/today.ts';

type Row = AnswerOf<typeof advanceMoves>['rows'][number];

/** Advance payments between two days; each figure links to its movements. */
export function Component() {
  const { t } = useTranslation('books');
  const { money, day } = useFormats();
  const [serviceId, setServiceId] = useState('');
  const [group, setGroup] = useState<AdvanceGroup>('service');
  const { busy, save } = useExport();
  const mayExport = useCan(advanceReport.code, 'export');
  const [period, setPeriod] = useState({ from: `${today().slice(0, 4)}-01-01`, to: today() });
  const services = useOptions(service);
  const query = { ...period, group, ...(serviceId && { serviceId }) };
  const { data, error, again } = useContract<typeof advanceMoves>('/statistics/advance-payment', {
    follow: journalEntry.code,
    delay: 1000,
    query,
  });
  const nameOf = ({ key, name }: Row) => {
    if (group === 'month') return day(key);
    if (group === 'unit') return <Link to={`../account-movement?tab=all&unitId=${key}`}>{name}</Link>;
    if (group === 'service') return <Link to={`../service-advance-payment?serviceId=${key}`}>{name}</Link>;
    return name;
  };
  return (
    <ReportPage
      title={t('advance.title')}
      actions={
        <>
          <PaperButton path={`${advanceReport.path}/pdf`} query={query}>
            {t('print')}
          </PaperButton>
          {mayExport && (
            <Button
              data-tool=""
              icon={FileDown}
              busy={busy}
              onClick={() => save(`${advanceReport.path}/export`, { ...scopeNow(), query })}
            >
              {t('advance.export')}
            </Button>
          )}
        </>
      }
      asks={
        <>
          <Field label={t('advance.by')}>
            <Select
              value={group}
              choices={ADVANCE_GROUPS.map(value => ({ value, label: t(`advance.groups.${value}`) }))}
              onChange={event => setGroup(event.target.value as AdvanceGroup)}
            />
          </Field>
          <Field label={t('advance.service')}>
            <Select
              value={serviceId}
              choices={[
                { value: '', label: t('advance.allServices') },
                ...(services.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={event => setServiceId(event.target.value)}
            />
          </Field>
          <PeriodFields {...period} onChange={setPeriod} />
        </>
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data && data.rows.length === 0 && <Empty icon={Coins} title={t('advance.none')} />}
      {data && data.rows.length > 0 && (
        <FigureTable<Row>
          label={t('advance.title')}
          rows={data.rows}
          keyOf={row => row.key}
          columns={[
            { key: 'group', label: t(`advance.groups.${group}`), cell: nameOf, foot: t('advance.total') },
            ...ADVANCE_FIGURES.map(
              (key): FigureColumn<Row> => ({
                key,
                label: t(`advance.figures.${key}`),
                figure: true,
                cell: row => (row[key] ? money(row[key]) : ''),
                foot: money(data[key]),
              }),
            ),
          ]}
        />
      )}
    </ReportPage>
  );
}

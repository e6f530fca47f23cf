import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { reconciliationDay } from '@lobby/shared/modules/reconciliation.contract.ts';
import { reconciliation } from '@lobby/shared/modules/reconciliation.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { DayInput } from '../../kit/ui/form/inputs/dates/DayInput.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { today } from '../../kit/ui/today.ts';

const SUMS = ['clearing', 'receivables', 'unitAccounts', 'advances', 'deposits'] as const;
type Sheet = AnswerOf<typeof reconciliationDay>;
type Fund = Sheet['funds'][number];
type Amount = Sheet['receipts'][number];

const { path, code, name } = reconciliation;
const NOUNS = { receipt: 'receipts', payslip: 'payslips' } as const;

/** Totals of a day. */
export function DayPart() {
  const { t } = useTranslation([name, 'receipt']);
  const { money } = useFormats();
  const [on, setOn] = useState(today);
  const query = { on };
  const { data, error, again } = useContract<typeof reconciliationDay>('/reconciliation/day', { follow: code, query });
  const { busy, save } = useExport();
  return (
    <ReportPage
      title={t('day.title')}
      actions={
        <Button
          data-tool=""
          icon={Download}
          busy={busy}
          onClick={() => save(`${path}/day/pdf`, { ...scopeNow(), query })}
        >
          {t('screen.print')}
        </Button>
      }
      asks={
        <Field label={t('screen.on')}>
          <DayInput label={t('screen.on')} value={on} max={today()} onChange={setOn} />
        </Field>
      }
    >
      {error && !data && <ErrorState title={t('screen.failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data && (
        <div className={reportBodyClass()}>
          <Sums of={SUMS.map(key => [t(`day.${key}`), money(data[key])])} />
          <h2>{t('day.funds')}</h2>
          <FigureTable<Fund>
            label={t('day.funds')}
            rows={data.funds}
            keyOf={({ id }) => id}
            columns={[
              { key: 'fund', label: t('day.fund'), cell: row => row.name },
              ...(['opening', 'in', 'out', 'closing'] as const).map(key => ({
                key,
                label: t(`day.${key}`),
                figure: true,
                cell: (row: Fund) => money(row[key]),
              })),
            ]}
          />
          {(['receipts', 'payslips'] as const).map(key => (
            <section key={key}>
              <h2>{t(`day.${key}`)}</h2>
              <FigureTable<Amount>
                label={t(`day.${key}`)}
                rows={data[key]}
                keyOf={row => row.name}
                columns={[
                  { key: 'method', label: t('day.method'), cell: row => t(`receipt:options.method.${row.name}`) },
                  { key: 'count', label: t('day.count'), as: 'number' },
                  { key: 'amount', label: t('day.amount'), as: 'money' },
                ]}
              />
            </section>
          ))}
          <h2>{t('day.numbers')}</h2>
          <FigureTable<Sheet['numbers'][number]>
            label={t('day.numbers')}
            rows={data.numbers}
            keyOf={row => row.name}
            columns={[
              { key: 'what', label: t('day.what'), cell: row => t(`day.${NOUNS[row.name as keyof typeof NOUNS]}`) },
              { key: 'count', label: t('day.count'), as: 'number' },
              { key: 'from', label: t('day.from'), cell: row => row.from },
              { key: 'to', label: t('day.to'), cell: row => row.to },
            ]}
          />
        </div>
      )}
    </ReportPage>
  );
}

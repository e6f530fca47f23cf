import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { type SyncReceiptRow, syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { DayInput } from '../../kit/ui/form/inputs/dates/DayInput.tsx';
import { FoldedRow } from '../../kit/ui/list/rows/FoldedCells.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { thisMonth } from '../../kit/ui/today.ts';
import { CompareTab } from './CompareTab.tsx';
import { KindTable } from './KindTable.tsx';

const WIDTHS = {
  documentKind: 140,
  documentCode: 150,
  accountingDate: 120,
  unitId: 110,
  amount: 130,
  foreignCode: 130,
  errorCode: 220,
  attempts: 80,
  status: 150,
};

/** Collapsed list row of a document beside its open drawer. */
function FoldedDocument({ row }: { row: SyncReceiptRow }) {
  const { t } = useTranslation(syncReceipt.name);
  const { day, money } = useFormats();
  const { tone, icon } = syncReceipt.statuses[row.status];
  return (
    <FoldedRow
      id={row.id}
      title={row.documentCode ?? ''}
      meta={[t(`options.documentKind.${row.documentKind}`), row.unitId && <RefName to="unit" id={row.unitId} />]}
      sum={money(row.amount ?? 0)}
      time={row.accountingDate && day(row.accountingDate)}
      status={
        <Status tone={tone} icon={icon}>
          {t([`statuses.${row.status}`, `kit:statuses.${row.status}`])}
        </Status>
      }
      statusWidth={150}
    />
  );
}
const folded = (row: SyncReceiptRow) => <FoldedDocument row={row} />;

/** Documents of a month by kind, and how many of them are in the accounting software. */
function MonthSheet() {
  const { t } = useTranslation(syncReceipt.name);
  const [month, setMonth] = useState(thisMonth());
  const { start: from, end: to } = monthPeriod(month);
  return (
    <ReportPage
      title={t('sheet.title')}
      asks={
        <Field label={t('sheet.month')}>
          <DayInput kind="month" label={t('sheet.month')} value={month} onChange={setMonth} />
        </Field>
      }
    >
      <div className={reportBodyClass()}>
        <KindTable query={{ from, to }} />
      </div>
    </ReportPage>
  );
}

/** Documents with their sync state. */
export function Component() {
  const { t } = useTranslation(syncReceipt.name);
  const mayCount = useCan(syncReceipt.code, 'aggregate');
  const sheet = { value: 'sheet', label: t('sheet.tab'), content: <MonthSheet /> };
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'documents',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={syncReceipt}
              widths={WIDTHS}
              folded={folded}
              detail={{
                extraTabs: id => [{ value: 'compare', label: t('compare.tab'), content: <CompareTab id={id} /> }],
              }}
            />
          ),
        },
        ...(mayCount ? [sheet] : []),
      ]}
    />
  );
}

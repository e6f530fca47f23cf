import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { journalCheck } from '@lobby/shared/modules/ledger.contract.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

type Finding = AnswerOf<typeof journalCheck>[number];

/** Screen of a finding's record by rule; rules not listed concern units. */
const ENTRY = { path: `${journalEntry.route}?id=`, of: journalEntry.name };
const BILL = { path: 'bill-list?tab=all&id=', of: 'bill' };
const SERVICE = { path: 'configs-services?id=', of: 'service' };
const PLACES: Readonly<Record<string, { path: string; of: string }>> = {
  BALANCED: ENTRY,
  OWN_PROJECT: ENTRY,
  REVERSED_ONCE: ENTRY,
  ENTRIES_DOCUMENTED: ENTRY,
  DOCUMENTS_POSTED: BILL,
  BILL_STATE: BILL,
  VAT: SERVICE,
  SURCHARGE: SERVICE,
  LOCKED_SUMS: { path: 'configs-data-lock-date?id=', of: 'lock-date' },
  FUNDS: { path: 'configs-funds?id=', of: 'fund' },
};
const OF_UNITS = { path: 'units?id=', of: 'unit' };

/** Consistency check of journal and documents, recomputed from the first entry. */
export function CheckPart() {
  const { t } = useTranslation(['journal-entry', 'books']);
  const { money } = useFormats();
  const { data, error, again, loading } = useContract<typeof journalCheck>('/statistics/journal/check');
  const { idUnitGroup } = useParams();
  const wrong = (data ?? []).flatMap(finding => finding.wrong.map(row => ({ ...row, rule: finding.rule })));
  const broken = data?.some(({ wrong }) => wrong.length > 0);
  return (
    <ReportPage
      title={data ? t(broken ? 'check.broken' : 'check.all') : t('check.title')}
      actions={
        <Button icon={RotateCcw} busy={loading} onClick={() => void again()}>
          {t('check.run')}
        </Button>
      }
    >
      {error && !data && <ErrorState title={t('books:failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      <div className={reportBodyClass()}>
        <FigureTable<Finding>
          label={t('check.title')}
          rows={data}
          keyOf={({ rule }) => rule}
          columns={[
            { key: 'rule', label: t('check.title'), cell: ({ rule }) => t(`rules.${rule}`) },
            { key: 'sum', label: t('fields.total'), figure: true, cell: ({ expected }) => money(expected) },
            {
              key: 'state',
              label: t('check.holds'),
              cell: ({ wrong, expected, found }) =>
                wrong.length === 0 ? (
                  <Status tone="done" icon="check">
                    {t('check.holds')}
                  </Status>
                ) : (
                  <Status tone="bad" icon="circle-x">
                    {t('check.differs', { amount: money(found - expected) })}
                  </Status>
                ),
            },
          ]}
        />
        <FigureTable
          label={t('check.wrong')}
          rows={wrong}
          keyOf={({ rule, id, serviceId }) => `${rule} ${id} ${serviceId}`}
          columns={[
            {
              key: 'record',
              label: t('check.wrong'),
              cell: ({ rule, id, serviceId }) => {
                const { path, of } = PLACES[rule] ?? OF_UNITS;
                return (
                  <Link to={`/projects/${idUnitGroup}/${path}${id}`}>
                    <RefName to={of} id={id} />
                    {serviceId && ' · '}
                    {serviceId && <RefName to="service" id={serviceId} />}
                  </Link>
                );
              },
            },
            { key: 'rule', label: t('check.title'), cell: ({ rule }) => t(`rules.${rule}`) },
            { key: 'expected', label: t('check.expected'), as: 'money' },
            { key: 'found', label: t('check.found'), as: 'money' },
          ]}
        />
      </div>
    </ReportPage>
  );
}

import type { noticeLeft } from '@lobby/shared/modules/fee-notice.contract.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';

interface Line {
  billId: string | null;
  serviceId: string | null;
  createdFor: string | null;
  month: string | null;
  dueDate: string | null;
  amount: number;
  paid: number;
}
type Notice = RecordOf<typeof feeNotice>;

const linesOf = ({ lines }: Notice): Line[] =>
  (lines ?? []).map(line => ({
    billId: line.billId,
    serviceId: line.serviceId,
    createdFor: line.createdFor,
    month: line.month,
    dueDate: null,
    amount: line.total ?? 0,
    paid: line.paid ?? 0,
  }));
const debtLinesOf = ({ debtLines }: Notice): Line[] =>
  (debtLines ?? []).map(debtLine => ({
    billId: debtLine.billId,
    serviceId: debtLine.serviceId,
    createdFor: 'SERVICE',
    month: debtLine.month,
    dueDate: debtLine.dueDate,
    amount: debtLine.left ?? 0,
    paid: debtLine.paid ?? 0,
  }));

/** Whether less is left of the notice than its lines come to. */
const isPartPaid = (notice: Notice): boolean =>
  notice.remaining !== notice.totalPayment || [...linesOf(notice), ...debtLinesOf(notice)].some(({ paid }) => paid > 0);

/** Lines of a notice; once some of it is paid, with what was paid and what is left of each. */
export function PaidLines({ notice }: { notice: Notice }) {
  const { t } = useTranslation('fee-notice');
  const partPaid = isPartPaid(notice);
  const { data } = useContract<typeof noticeLeft>(
    '/fee-notice/:id/left',
    partPaid && { params: { id: notice.id }, follow: feeNotice.code },
  );
  const left = partPaid ? new Map(data?.map(line => [line.billId, line.left])) : null;
  return (
    <>
      <Lines label={t('fields.lines')} amount={t('fields.total')} lines={linesOf(notice)} left={left} />
      <Lines label={t('fields.debtLines')} amount={t('rest.owed')} lines={debtLinesOf(notice)} left={left} />
    </>
  );
}

interface LinesProps {
  label: string;
  /** What their amounts are. */
  amount: string;
  lines: readonly Line[];
  /** What is left by bill; null while nothing is paid. */
  left: ReadonlyMap<string, number> | null;
}

function Lines({ label, amount, lines, left }: LinesProps) {
  const { t } = useTranslation('fee-notice');
  const { money } = useFormats();
  if (lines.length === 0) return null;
  const leftOf = ({ billId }: Line) => left?.get(billId ?? '');
  const sum = (of: (line: Line) => number) =>
    lines.length > 1 ? money(lines.reduce((all, line) => all + of(line), 0)) : undefined;
  return (
    <FigureTable<Line>
      plain
      label={label}
      rows={lines}
      keyOf={(_, at) => at}
      columns={[
        {
          key: 'what',
          label,
          cell: ({ billId, serviceId, createdFor }) => (
            <>
              {createdFor !== 'SERVICE' && `${t(`options.createdFor.${createdFor}`)} · `}
              {billId ? (
                <RefLink to="bill" id={billId}>
                  <RefName to="service" id={serviceId} />
                </RefLink>
              ) : (
                <RefName to="service" id={serviceId} />
              )}
            </>
          ),
        },
        { key: 'month', label: t('fields.month'), as: 'day' },
        { key: 'dueDate', label: t('fields.dueDate'), as: 'day', gives: true },
        { key: 'amount', label: amount, as: 'money', foot: sum(line => line.amount) },
        ...(left
          ? [
              {
                key: 'paid',
                label: t('fields.paid'),
                figure: true,
                cell: ({ paid }: Line) => (paid ? money(paid) : ''),
                foot: sum(line => line.paid),
              },
              {
                key: 'left',
                label: t('fields.remaining'),
                figure: true,
                // Nothing is said of a bill that was cancelled.
                cell: (line: Line) => {
                  const rest = leftOf(line);
                  if (rest === undefined) return '';
                  return rest > 0 ? money(rest) : t('rest.none');
                },
                foot: sum(line => leftOf(line) ?? 0),
              },
            ]
          : []),
      ]}
    />
  );
}

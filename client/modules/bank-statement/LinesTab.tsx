import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { Landmark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';

const MOST = 50;

interface LinesTabProps {
  /** Field of the line that refers to the file or voucher. */
  by: 'statementId' | 'receiptIds' | 'payslipId';
  id: string;
}

/** Lines of a file or voucher with their results. Lines repeated from an earlier file are listed with that file. */
export function LinesTab({ by, id }: LinesTabProps) {
  const { t } = useTranslation(bankStatementLine.name);
  const { idUnitGroup = '' } = useParams();
  const all = `/projects/${idUnitGroup}/${bankStatementLine.route}?tab=all`;
  return (
    <RelatedRecords
      view={useRelatedRecords(bankStatementLine, by, id, MOST)}
      most={MOST}
      icon={Landmark}
      none={t(by === 'statementId' ? 'few.none' : 'few.unlinked')}
      all={{ to: `${all}&${by}=${id}`, label: t('few.all') }}
    >
      {line => <Movement key={line} id={line} to={`${all}&id=${line}`} />}
    </RelatedRecords>
  );
}

function Movement({ id, to }: { id: string; to: string }) {
  const { t } = useTranslation(bankStatementLine.name);
  const { money, date } = useFormats();
  const { content, bookedOn, status, inboxReason, direction, amount } = useHeldRow(bankStatementLine, id);
  const why = inboxReason && status !== 'MATCHED' ? ` · ${t(`options.inboxReason.${inboxReason}`)}` : '';
  return (
    <Line
      to={to}
      title={content ?? ''}
      note={`${date(bookedOn ?? '')} · ${t(`statuses.${status}`)}${why}`}
      after={`${direction === 'OUT' ? '−' : ''}${money(amount ?? 0)}`}
    />
  );
}

import type { mailMarks } from '@lobby/shared/modules/email-suppression.contract.ts';
import { emailSuppression } from '@lobby/shared/modules/email-suppression.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Status } from '../../kit/ui/marks/Status.tsx';

/** Marks who gets no mails of a unit or, if it is one, whether a resident does; leads to where it is lifted. */
export function MailMark(of: { residentId: string } | { unitId: string }) {
  const { t } = useTranslation('email-suppression');
  const { idUnitGroup = '' } = useParams();
  const mayLift = useCan(emailSuppression.code, 'read');
  const { data } = useContract<typeof mailMarks>('/member/mail-marks', {
    query: { ...of },
    follow: resident.code,
    delay: 1000,
  });
  const [first] = data ?? [];
  if (!first) return null;
  const why = t(`options.reason.${first.reason}`);
  const mark = (
    <Status tone="waiting" icon="ban">
      {'unitId' in of && data && data.length > 1 ? t('marks', { count: data.length }) : t('mark', { why })}
    </Status>
  );
  return mayLift ? <Link to={`/projects/${idUnitGroup}/${emailSuppression.opens}${first.id}`}>{mark}</Link> : mark;
}

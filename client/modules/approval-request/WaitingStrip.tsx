import type { waitingApproval } from '@lobby/shared/modules/approval-request.contract.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { now } from '../../kit/http/clock.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { styleClass } from '../../theme/classes.ts';

const stripClass = styleClass({
  flexBasis: 'full',
  px: '3',
  py: '2',
  borderRadius: 'md',
  textStyle: 'sm',
  bg: 'waiting.subtle',
  color: 'waiting.fg',
  '& a': { fontWeight: 'semibold', textDecoration: 'underline' },
});

/** Pending approval requests of a document: since when, and by whom. */
export function WaitingStrip({ id }: { id: string }) {
  const { t } = useTranslation(approvalRequest.name);
  const formats = useFormats();
  const { idUnitGroup } = useParams();
  const may = useCan(approvalRequest.code, 'read');
  const { data } = useContract<typeof waitingApproval>(
    '/approval-request/waiting/:entityId',
    may && { params: { entityId: id }, follow: approvalRequest.code },
  );
  return data?.map(request => (
    <p key={request.id} className={stripClass()} role="status">
      {t('strip', {
        act: t(`options.act.${request.act}`),
        time: formats.when(request.madeAt, now()),
        name: request.maker,
      })}{' '}
      <Link to={`/projects/${idUnitGroup}/${approvalRequest.route}?tab=all&id=${request.id}`}>{t('open')}</Link>
    </p>
  ));
}

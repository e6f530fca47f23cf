import type {
  partnerLinksOf,
  renewPartnerLink,
  revokePartnerLinks,
} from '@lobby/shared/modules/merchant-order.contract.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { ExternalLink, Link2, Unlink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { callContract } from '../../kit/http/contract.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { styleClass } from '../../theme/classes.ts';

const tabClass = styleClass({
  display: 'grid',
  gap: '3',
  justifyItems: 'start',
  textStyle: 'sm',
  '& > p': { color: 'fg.muted' },
  '& ul': { listStyle: 'none', p: '0', m: '0', w: 'full' },
  '& li': { py: '2', borderBottomWidth: '1px', borderColor: 'border', display: 'grid' },
  '& li small': { color: 'fg.muted' },
});

/** Partner and worker of an order, with their signed links. */
export function PartnerTab({ id }: { id: string }) {
  const { t } = useTranslation('merchant-order');
  const { dateTime } = useFormats();
  const mayLead = useCan(merchantOrder.code, 'updateStatus');
  const { partnerId, employeeName, employeePhone, answerBy, appointmentAt } = useHeldRow(merchantOrder, id);
  const [made, setMade] = useState<string | null>(null);
  const params = { id };
  const { data: links, again } = useContract<typeof partnerLinksOf>(
    '/merchant-order/:id/partner-link',
    mayLead && partnerId && { params, follow: merchantOrder.code },
  );
  async function renew() {
    const call = { ...scopeNow(), params, body: {} };
    const { data } = await callContract<typeof renewPartnerLink>('PUT', '/merchant-order/:id/renew-link', call);
    const link = location.origin + data.path;
    setMade(link);
    await navigator.clipboard.writeText(link);
    toast({ tone: 'done', title: t('link.copied') });
    await again();
  }
  async function revoke() {
    const call = { ...scopeNow(), params, body: {} };
    await callContract<typeof revokePartnerLinks>('PUT', '/merchant-order/:id/revoke-link', call);
    setMade(null);
    await again();
  }
  if (!partnerId)
    return (
      <DetailBody>
        <div className={tabClass()}>
          <p>{t('link.none')}</p>
        </div>
      </DetailBody>
    );
  return (
    <DetailBody>
      <div className={tabClass()}>
        <strong>
          <RefName to="partner" id={partnerId} />
        </strong>
        {employeeName && (
          <p>
            {t('fields.employeeName')}: {employeeName} {employeePhone}
          </p>
        )}
        {appointmentAt && (
          <p>
            {t('fields.appointmentAt')}: {dateTime(appointmentAt)}
          </p>
        )}
        {answerBy && (
          <p>
            {t('fields.answerBy')}: {dateTime(answerBy)}
          </p>
        )}
        <p>{t('link.help')}</p>
        {links && links.length > 0 && (
          <ul aria-label={t('link.title')}>
            {links.map(link => (
              <li key={link.createdAt + link.role}>
                <span>
                  {t(`link.role.${link.role}`)} ·{' '}
                  {t(`link.sent.${link.sentBy ?? 'NONE'}`, { at: dateTime(link.createdAt) })}
                </span>
                <small>
                  {link.lastSeenAt
                    ? t('link.opened', { count: link.opens, at: dateTime(link.lastSeenAt) })
                    : t('link.unopened')}{' '}
                  · {link.open ? t('link.until', { at: dateTime(link.until) }) : t('link.over')}
                </small>
              </li>
            ))}
          </ul>
        )}
        {mayLead && (
          <>
            <Button icon={Link2} onClick={() => void renew()}>
              {t('link.renew')}
            </Button>
            {made && (
              <Button icon={ExternalLink} onClick={() => window.open(made, '_blank', 'noopener')}>
                {t('link.open')}
              </Button>
            )}
            {links?.some(({ open }) => open) && (
              <Button icon={Unlink} tone="bad" onClick={() => void revoke()}>
                {t('link.revoke')}
              </Button>
            )}
          </>
        )}
      </div>
    </DetailBody>
  );
}

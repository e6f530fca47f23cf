import { type MerchantOrderRow, merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { useAtomValue } from 'jotai';
import { Link2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { dataOf, request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { styleClass } from '../../theme/classes.ts';

const tabClass = styleClass({
  display: 'grid',
  gap: '3',
  justifyItems: 'start',
  textStyle: 'sm',
  '& > p': { color: 'fg.muted' },
});

/** Who does the work, and the link by which they follow the order. */
export function PartnerTab({ id }: { id: string }) {
  const { t } = useTranslation('merchant-order');
  const { dateTime } = useFormats();
  const mayLead = useCan(merchantOrder.code, 'updateStatus');
  const entry = useAtomValue(useMemo(() => recordAtom(merchantOrder.name, id), [id]));
  const { partnerId, employeeName, employeePhone, answerBy, appointmentAt } = dataOf<MerchantOrderRow>(entry?.row);
  async function copy() {
    const { data } = await request<{ token: string }>('GET', `${merchantOrder.path}/${id}/partner-link`);
    await navigator.clipboard.writeText(`${location.origin}/resident/order#${data.token}`);
    toast({ tone: 'done', title: t('link.copied') });
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
        {mayLead && (
          <Button icon={Link2} onClick={() => void copy()}>
            {t('link.copy')}
          </Button>
        )}
      </div>
    </DetailBody>
  );
}

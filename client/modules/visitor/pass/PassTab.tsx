import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { request } from '../../../kit/http/api.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { useHeldRow } from '../../../kit/records/useHeldRow.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { PassView } from './PassView.tsx';

/** Pass of a visit; the desk can create one. */
export function PassTab({ id }: { id: string }) {
  const { t } = useTranslation('visitor');
  const { passId, status } = useHeldRow(visitor, id);
  const mayWrite = useCan(visitorPass.code, 'write');
  const comes = ['WAITING', 'APPROVED', 'RECEIVED'].includes(String(status));
  const make = () =>
    void request('POST', visitorPass.path, { ...scopeNow(), body: { visitorId: id } }).catch(failure =>
      toastRefusal(failure),
    );
  return (
    <DetailBody>
      {passId ? <PassView id={passId} /> : <p>{t('pass.none')}</p>}
      {!passId && mayWrite && comes && (
        <Button icon={Plus} onClick={make}>
          {t('pass.make')}
        </Button>
      )}
    </DetailBody>
  );
}

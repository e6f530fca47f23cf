import { utility } from '@lobby/shared/modules/utility.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { QrCode } from '../../kit/ui/QrCode.tsx';
import { styleClass } from '../../theme/classes.ts';

const doorClass = styleClass({
  display: 'grid',
  justifyItems: 'center',
  gap: '3',
  textAlign: 'center',
  '& svg[role=img]': { w: '220px', maxW: 'full', h: 'auto', borderRadius: 'md' },
  '& p': { color: 'fg.muted', textStyle: 'sm' },
});

/** What hangs at the door of an amenity: who comes reads it and is checked in. */
export function DoorTab({ id }: { id: string }) {
  const { t } = useTranslation(utility.name);
  const may = useCan(utility.code, 'write');
  const { data } = useQuery<{ code: string }>(may ? `${utility.path}/${id}/door-code` : null);
  return (
    <DetailBody>
      <div className={doorClass()}>
        {data && (
          <QrCode text={`${location.origin}/resident/amenities/door-${id}.${data.code}`} label={t('door.title')} />
        )}
        <p>{t('door.help')}</p>
        {data && (
          <Button icon={Printer} onClick={() => window.print()}>
            {t('door.print')}
          </Button>
        )}
      </div>
    </DetailBody>
  );
}

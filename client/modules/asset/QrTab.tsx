import { asset } from '@lobby/shared/modules/asset.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../kit/live/useQuery.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { QrCode } from '../../kit/ui/QrCode.tsx';
import { styleClass } from '../../theme/classes.ts';

const qrClass = styleClass({
  display: 'grid',
  justifyItems: 'center',
  gap: '3',
  textAlign: 'center',
  '& svg[role=img]': { w: '220px', maxW: 'full', h: 'auto', borderRadius: 'md' },
  '& p': { color: 'fg.muted', textStyle: 'sm' },
});

/** The code that is stuck on a thing: whoever reads it sees what it is, without signing in. */
export function QrTab({ of, id }: { of: { path: string; code: string }; id: string }) {
  const { t } = useTranslation(asset.name);
  const { data } = useQuery<{ token: string }>(`${of.path}/${id}/qr`, { follow: of.code });
  return (
    <DetailBody>
      <div className={qrClass()}>
        {data && <QrCode text={`${location.origin}/resident/q#${data.token}`} label={t('qr.tab')} />}
        <p>{t('qr.help')}</p>
        {data && (
          <Button icon={Printer} onClick={() => window.print()}>
            {t('qr.print')}
          </Button>
        )}
      </div>
    </DetailBody>
  );
}

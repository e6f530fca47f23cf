import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { useDetail } from '../../../kit/live/useRows.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { QrCode } from '../../../kit/ui/qr/QrCode.tsx';
import { styleClass } from '../../../theme/classes.ts';

const passClass = styleClass({
  display: 'grid',
  justifyItems: 'center',
  gap: '2',
  textAlign: 'center',
  '& svg[role=img]': { w: '200px', maxW: 'full', h: 'auto', borderRadius: 'md' },
  '& output': { textStyle: 'xl', fontWeight: 'semibold', letterSpacing: '0.3em', fontFamily: 'figures' },
  '& p': { color: 'fg.muted' },
});

/** Address of the pass for the guest: a token in the hash reaches neither server logs nor other sites. */
const pageOf = (token: string) => `${location.origin}/resident/pass#${token}`;

/** Pass with its QR code, and the digits for typing. */
export function PassView({ id }: { id: string }) {
  const { t } = useTranslation(['visitor', 'visitor-pass']);
  const { data } = useDetail(visitorPass, id, { follow: visitorPass.code });
  if (!data) return null;
  const { code, token, name, status } = data;
  const { tone, icon } = visitorPass.statuses[status];
  const copy = (text: string) =>
    void navigator.clipboard.writeText(pageOf(text)).then(
      () => toast({ tone: 'done', title: t('pass.copied') }),
      failure => toastRefusal(failure),
    );
  return (
    <div className={passClass()}>
      {status === 'ACTIVE' && token && <QrCode text={pageOf(token)} label={t('pass.qr', { code })} />}
      {status === 'ACTIVE' && <output>{code}</output>}
      <strong>{name}</strong>
      <Status tone={tone} icon={icon}>
        {t(`visitor-pass:statuses.${status}`)}
      </Status>
      {status === 'ACTIVE' && <p>{t('pass.help')}</p>}
      {status === 'ACTIVE' && token && (
        <Button icon={Link2} onClick={() => copy(token)}>
          {t('pass.copy')}
        </Button>
      )}
    </div>
  );
}

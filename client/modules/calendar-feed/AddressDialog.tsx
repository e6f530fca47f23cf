import { CALENDAR_FEED } from '@lobby/shared/modules/calendar-feed.ts';
import { CalendarPlus, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { QrCode } from '../../kit/ui/qr/QrCode.tsx';
import { styleClass } from '../../theme/classes.ts';
import type { Made } from './FeedDialog.tsx';

const bodyClass = styleClass({
  display: 'grid',
  gap: '3',
  textStyle: 'sm',
  '& code': { overflowWrap: 'anywhere', bg: 'bg.subtle', borderRadius: 'md', p: '2' },
  '& svg[role=img]': { w: '180px', maxW: 'full', h: 'auto', justifySelf: 'center', borderRadius: 'md' },
  '& ul': { m: '0', ps: '5', color: 'fg.muted' },
});

/** Shows the address of a new feed, this once, and how to subscribe to it. */
export function AddressDialog({ made, onClose }: { made: Made; onClose: () => void }) {
  const { t } = useTranslation([CALENDAR_FEED.name, 'common']);
  const address = made.address && location.origin + made.address;
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    toast({ tone: 'done', title: t('copied') });
  };
  return (
    <Dialog
      open
      title={made.name}
      description={t(address ? 'once' : 'lost')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:act.close')}</Button>
          {address && (
            <>
              <Button icon={CalendarPlus} onClick={() => window.open(address.replace(/^https?:/, 'webcal:'), '_self')}>
                {t('open')}
              </Button>
              <Button look="filled" icon={Copy} onClick={() => void copy(address)}>
                {t('copy')}
              </Button>
            </>
          )}
        </>
      }
    >
      {address && (
        <div className={bodyClass()}>
          <code>{address}</code>
          <QrCode text={address} label={t('qr')} />
          <ul>
            {(['google', 'apple', 'outlook'] as const).map(program => (
              <li key={program}>{t(`how.${program}`)}</li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

import { Download, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { saveFile } from '../../kit/http/save-file.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { QrCode } from '../../kit/ui/qr/QrCode.tsx';
import { qrPng } from '../../kit/ui/qr/qr.ts';
import { styleClass } from '../../theme/classes.ts';
import { unitLink } from './link.ts';
import { printPath } from './print/path.ts';

const codeClass = styleClass({
  display: 'grid',
  justifyItems: 'center',
  gap: '2',
  mt: '3',
  '& svg': { w: '220px', h: '220px', borderRadius: 'md' },
  '& strong': { textStyle: 'lg', fontWeight: 'semibold' },
});

interface QrDialogProps {
  id: string;
  code: string;
  onClose: () => void;
}

/** QR code of a unit, to save or print. */
export function QrDialog({ id, code, onClose }: QrDialogProps) {
  const { t } = useTranslation(['unit', 'common']);
  const { idUnitGroup = '' } = useParams();
  const navigate = useNavigate();
  const link = unitLink(idUnitGroup, id);
  const save = async () => saveFile(await qrPng(link, code), `${code}.png`);
  return (
    <Dialog
      open
      title={t('qr.title', { code })}
      description={t('qr.text')}
      onClose={onClose}
      footer={
        <>
          <Button icon={Printer} onClick={() => void navigate(printPath(idUnitGroup, 'qr', { ids: [id] }))}>
            {t('qr.sheet')}
          </Button>
          <Button look="filled" icon={Download} onClick={() => void save()}>
            {t('qr.png')}
          </Button>
        </>
      }
    >
      <div className={codeClass()}>
        <QrCode text={link} label={t('qr.title', { code })} />
        <strong>{code}</strong>
      </div>
    </Dialog>
  );
}

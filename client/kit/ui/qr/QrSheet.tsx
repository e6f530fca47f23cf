import { Printer } from 'lucide-react';
import { styleClass } from '../../../theme/classes.ts';
import { Button } from '../controls/Button.tsx';
import { QrCode } from './QrCode.tsx';

const sheetClass = styleClass({
  display: 'grid',
  justifyItems: 'center',
  gap: '3',
  textAlign: 'center',
  '& svg[role=img]': { w: '220px', maxW: 'full', h: 'auto', borderRadius: 'md' },
  '& p': { color: 'fg.muted', textStyle: 'sm' },
});

interface QrSheetProps {
  /** Content of the code; null while unknown. */
  text: string | null;
  label: string;
  help: string;
  /** Label of the print button. */
  print: string;
}

/** A QR code to be printed and attached to an object, with its purpose. */
export const QrSheet = ({ text, label, help, print }: QrSheetProps) => (
  <div className={sheetClass()}>
    {text && <QrCode text={text} label={label} />}
    <p>{help}</p>
    {text && (
      <Button icon={Printer} onClick={() => window.print()}>
        {print}
      </Button>
    )}
  </div>
);

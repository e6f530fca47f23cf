import { Printer } from 'lucide-react';
import { styleClass } from '../../theme/classes.ts';
import { Button } from './Button.tsx';
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
  /** What the code holds; nothing is drawn before it is known. */
  text: string | null;
  label: string;
  help: string;
  /** What the button says that prints it. */
  print: string;
}

/** A code that is printed and stuck on what it stands for, and what it is for. */
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

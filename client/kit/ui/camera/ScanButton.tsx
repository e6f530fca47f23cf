import { ScanQrCode } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../controls/Button.tsx';
import { CameraDialog } from './CameraDialog.tsx';

interface ScanButtonProps {
  label: string;
  /** Icon only, if there is no room for the label. */
  bare?: boolean;
  onCode: (text: string) => void;
}

/** Reads one code with the device's camera. */
export function ScanButton({ label, bare = false, onCode }: ScanButtonProps) {
  const [open, setOpen] = useState(false);
  const start = () => setOpen(true);
  const stop = () => setOpen(false);
  return (
    <>
      {bare ? (
        <IconButton icon={ScanQrCode} size="lg" label={label} onClick={start} />
      ) : (
        <Button icon={ScanQrCode} size="lg" onClick={start}>
          {label}
        </Button>
      )}
      {open && (
        <CameraDialog
          open
          title={label}
          onClose={stop}
          onCode={text => {
            stop();
            onCode(text);
          }}
        />
      )}
    </>
  );
}

import { CameraOff } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import { EmptyState } from '../states/EmptyState.tsx';
import { codeReader } from './read-code.ts';
import { useCamera } from './useCamera.ts';

const videoClass = styleClass({ w: 'full', maxH: '60vh', bg: '#000', borderRadius: 'md', objectFit: 'contain' });
const BETWEEN_MS = 150;

interface CameraDialogProps {
  open: boolean;
  title: string;
  description?: string;
  onClose: () => void;
  /** Called once for each code while it stays in view. */
  onCode?: (text: string) => void;
  /** Buttons beside "Close", depending on the camera. */
  buttons?: (video: RefObject<HTMLVideoElement | null>, ready: boolean) => ReactNode;
  children?: ReactNode;
}

function Picture({ onCode, buttons, onClose, children }: Omit<CameraDialogProps, 'open' | 'title' | 'description'>) {
  const { t } = useTranslation('kit');
  const video = useRef<HTMLVideoElement>(null);
  const state = useCamera(video);
  const latest = useRef(onCode);
  latest.current = onCode;
  const scans = onCode !== undefined;
  useEffect(() => {
    if (!scans || state !== 'on') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    let seen: string | null = null;
    void codeReader().then(read => {
      const look = async () => {
        const text = video.current ? await read(video.current).catch(() => null) : null;
        if (gone) return;
        if (text && text !== seen) latest.current?.(text);
        seen = text ?? seen;
        timer = setTimeout(() => void look(), BETWEEN_MS);
      };
      void look();
    });
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [scans, state]);
  const dark = state === 'refused' || state === 'none';
  return (
    <>
      {dark ? (
        <EmptyState icon={CameraOff} tone="bad" title={t(`camera.${state}`)} />
      ) : (
        <video ref={video} className={videoClass()} muted playsInline aria-label={t('camera.picture')} />
      )}
      {children}
      <footer>
        {buttons?.(video, state === 'on')}
        <Button onClick={onClose}>{t('camera.close')}</Button>
      </footer>
    </>
  );
}

const bodyClass = styleClass({
  display: 'grid',
  gap: '4',
  '& > footer': { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '2' },
});

/** Live picture of the device's camera, to read a code or take a picture. */
export function CameraDialog({ open, title, description, ...picture }: CameraDialogProps) {
  return (
    <Dialog open={open} title={title} description={description} onClose={picture.onClose} footer={null}>
      <div className={bodyClass()}>
        <Picture {...picture} />
      </div>
    </Dialog>
  );
}

import { visitor } from '@lobby/shared/modules/visitor.ts';
import { IdCard, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { CameraDialog } from '../../../kit/ui/camera/CameraDialog.tsx';
import { photoOf } from '../../../kit/ui/camera/useCamera.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { upload } from '../../../kit/ui/form/inputs/files/uploading.ts';
import type { Visit } from '../visits.ts';

/** Takes a picture of the guest or of a document, and stores it with the visit. */
export function PhotoDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const { t } = useTranslation('visitor');
  const [busy, setBusy] = useState(false);
  async function take(video: HTMLVideoElement | null, field: 'faceImage' | 'images') {
    if (!video) return;
    setBusy(true);
    try {
      const scope = scopeNow();
      const photo = await photoOf(video, `${visit.code ?? visit.id}.jpg`);
      const never = new AbortController().signal;
      const files = await upload([photo], { scope, onProgress: () => {}, signal: never });
      const body = { [field]: files.map(({ id }) => id) };
      await request('PUT', `${visitor.path}/${visit.id}/photograph`, { ...scope, body });
      toast({ tone: 'done', title: t('photo.kept', { name: visit.name }) });
      onClose();
    } catch (failure) {
      void toastRefusal(failure);
      setBusy(false);
    }
  }
  return (
    <CameraDialog
      open
      title={t('photo.title', { name: visit.name })}
      description={t('photo.help')}
      onClose={onClose}
      buttons={(video, ready) => (
        <>
          <Button icon={IdCard} busy={busy} disabled={!ready} onClick={() => void take(video.current, 'images')}>
            {t('photo.paper')}
          </Button>
          <Button
            look="filled"
            icon={UserRound}
            busy={busy}
            disabled={!ready}
            onClick={() => void take(video.current, 'faceImage')}
          >
            {t('photo.guest')}
          </Button>
        </>
      )}
    />
  );
}

import type { checkPass } from '@lobby/shared/modules/visitor-pass.contract.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toApiError } from '../../../kit/http/api-error.ts';
import { callContract } from '../../../kit/http/contract.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { CameraDialog } from '../../../kit/ui/camera/CameraDialog.tsx';
import { type Checked, PassDialog } from '../pass/PassDialog.tsx';

const CODE = /^\d{6}$/;
/** Code on the pass of a booking. */
const BOOKING = /^[a-z]{2}-\d{4}-\d{5,}$/i;
/** Codes checked by the server instead of searched in the list. */
export const isPass = (text: string): boolean => CODE.test(text) || BOOKING.test(text);
/** Token in the address of a pass. */
const PAGE = /\/pass#([\w.-]+)$/;

interface ScanDialogProps {
  /** Typed code; without one the camera opens. */
  code?: string;
  onClose: () => void;
  /** Receives a code that cannot be checked offline: the visits on the screen may contain it. */
  onPass: (passCode: string) => void;
}

/** Checks the pass of a guest, scanned or typed, and shows the result; a booking opens at its check-in. */
export function ScanDialog({ code, onClose, onPass }: ScanDialogProps) {
  const { t } = useTranslation(['visitor', 'visitor-pass']);
  const [wrong, setWrong] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const navigate = useNavigate();
  async function openBooking(text: string) {
    try {
      // Loaded on demand, since few desks use it.
      const { findBooking } = await import('./scanned-booking.ts');
      const place = await findBooking(text);
      if (!place) return setWrong(t('scan.notPass'));
      await navigate(place);
    } catch (failure) {
      setWrong(toApiError(failure).message);
    }
  }
  async function check(text: string) {
    if (BOOKING.test(text)) return openBooking(text);
    const token = PAGE.exec(text)?.[1];
    if (!CODE.test(text) && !token) return setWrong(t('scan.notPass'));
    try {
      const request = { ...scopeNow(), body: token ? { token } : { code: text } };
      setChecked((await callContract<typeof checkPass>('POST', '/visitor-pass/check', request)).data);
      setWrong('');
    } catch (failure) {
      const { status, message } = toApiError(failure);
      if (status === 0 && !token) onPass(text);
      else setWrong(status === 0 ? t('visitor-pass:check.offline') : status === 404 ? t('scan.notPass') : message);
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a typed code is asked about once
  useEffect(() => {
    if (code) void check(code);
  }, [code]);
  if (checked) return <PassDialog checked={checked} onAgain={() => setChecked(null)} onClose={onClose} />;
  return (
    <CameraDialog open title={t('scan.title')} description={t('scan.help')} onClose={onClose} onCode={check}>
      {wrong && <p role="alert">{wrong}</p>}
    </CameraDialog>
  );
}

import type { checkPass } from '@lobby/shared/modules/visitor-pass.contract.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toApiError } from '../../kit/http/api-error.ts';
import { callContract } from '../../kit/http/contract.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { CameraDialog } from '../../kit/ui/camera/CameraDialog.tsx';
import { type Checked, PassDialog } from './PassDialog.tsx';

const CODE = /^\d{6}$/;
/** What stands on the pass of a booking. */
const BOOKING = /^[a-z]{2}-\d{4}-\d{5,}$/i;
/** Whether a desk asks about what was typed or scanned, rather than looking it up in its list. */
export const isPass = (text: string): boolean => CODE.test(text) || BOOKING.test(text);
/** The token behind the address of a pass. */
const PAGE = /\/pass#([\w.-]+)$/;

interface ScanDialogProps {
  /** A code that was typed; without one the camera reads. */
  code?: string;
  onClose: () => void;
  /** A code that nobody could be asked about now: the day's list on this screen may know it. */
  onPass: (passCode: string) => void;
}

/** Reads a guest's pass by the camera, or takes its code, and says what it allows; a booking is opened where it is let in. */
export function ScanDialog({ code, onClose, onPass }: ScanDialogProps) {
  const { t } = useTranslation(['visitor', 'visitor-pass']);
  const [wrong, setWrong] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const navigate = useNavigate();
  async function openBooking(text: string) {
    try {
      // Few desks ever ask: it comes when it is wanted.
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
      const asked = { ...scopeNow(), body: token ? { token } : { code: text } };
      setChecked((await callContract<typeof checkPass>('POST', '/visitor-pass/check', asked)).data);
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

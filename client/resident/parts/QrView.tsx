import { Download, Smartphone } from 'lucide-react';
import { saveFile } from '../../kit/http/save-file.ts';
import { qrPath, qrPng } from '../../kit/ui/qr/qr.ts';
import { t } from '../words.ts';

/** A QR code for banking apps, as vector graphics. */
export function QrView({ text, label, caption }: { text: string; label: string; caption?: string }) {
  const { size, path } = qrPath(text);
  return (
    <figure className="qr">
      <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

interface SaveQrProps {
  text: string;
  lines: readonly string[];
  name: string;
  /** Also offers to share it with a banking app, if the device can. */
  sends?: boolean;
}

/** Saves a QR code as an image with its payment details below, or shares it with a banking app. */
export function SaveQr({ text, lines, name, sends = false }: SaveQrProps) {
  const save = () => void qrPng(text, ...lines).then(file => saveFile(file, name));
  const send = () =>
    void qrPng(text, ...lines)
      .then(file => navigator.share({ files: [new File([file], name, { type: file.type })] }))
      .catch(() => null);
  const canSend = sends && navigator.canShare?.({ files: [new File([''], name, { type: 'image/png' })] });
  return (
    <>
      {canSend && (
        <button type="button" className="main" onClick={send}>
          <Smartphone size={20} aria-hidden /> {t('fees.toBank')}
        </button>
      )}
      <button type="button" className={canSend ? 'outline' : 'main'} onClick={save}>
        <Download size={20} aria-hidden /> {t('fees.saveQr')}
      </button>
    </>
  );
}

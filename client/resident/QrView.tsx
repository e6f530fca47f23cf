import { Download } from 'lucide-react';
import { saveFile } from '../kit/http/save-file.ts';
import { qrPath, qrPng } from '../kit/ui/qr.ts';
import { t } from './words.ts';

/** A code that a banking app reads from the screen, as lines that stay sharp at any size. */
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

/** Saves a code as a picture with what it asks for beneath: a banking app reads it from the photos. */
export function SaveQr({ text, lines, name }: { text: string; lines: readonly string[]; name: string }) {
  const save = () => void qrPng(text, ...lines).then(file => saveFile(file, name));
  return (
    <button type="button" className="main" onClick={save}>
      <Download size={20} aria-hidden /> {t('fees.saveQr')}
    </button>
  );
}

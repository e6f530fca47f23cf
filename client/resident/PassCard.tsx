import { qrPath } from '../kit/ui/qr.ts';
import { t } from './words.ts';

/** What a guest shows at the desk: the code to be read, and to be typed. */
export function PassCard({ passCode }: { passCode: string }) {
  const qr = qrPath(passCode);
  return (
    <>
      <svg role="img" aria-label={t('guests.qr')} viewBox={`0 0 ${qr.size} ${qr.size}`} shapeRendering="crispEdges">
        <path d={qr.path} fill="#000" />
      </svg>
      <output>{passCode}</output>
    </>
  );
}

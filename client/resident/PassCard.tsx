import { qrPath } from '../kit/ui/qr.ts';
import { t } from './words.ts';

interface PassCardProps {
  passCode: string;
  /** What stands below, where that is not the code. */
  said?: string;
  /** What the code to be read holds, where that is not the code to be typed. */
  holds?: string;
}

/** What a guest shows at the desk: the code to be read, and to be typed. */
export function PassCard({ passCode, said = passCode, holds = passCode }: PassCardProps) {
  const qr = qrPath(holds);
  return (
    <>
      <svg role="img" aria-label={t('guests.qr')} viewBox={`0 0 ${qr.size} ${qr.size}`} shapeRendering="crispEdges">
        <path d={qr.path} fill="#000" />
      </svg>
      <output>{said}</output>
    </>
  );
}

/** Where a pass opens for its guest: behind the hash it reaches neither a log nor another site. */
export const passPage = (token: string): string => `${location.origin}/resident/pass#${token}`;

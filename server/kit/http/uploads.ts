import { UPLOAD_LIMIT } from '@lobby/shared/kit/upload-limits.ts';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { Refusal } from '../base/errors.ts';
import { LEAST_UPLOAD, uploading } from './workload.ts';

/** What stands around the files of a form. */
const FORM_BYTES = 64 * 1024;
/** Who sends less than this in that time is given up: others wait for the room. */
const SLOWEST = { bytes: 16 * 1024, ms: 15_000 };

const uploads = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: UPLOAD_LIMIT.document, files: UPLOAD_LIMIT.files, fields: 0, parts: UPLOAD_LIMIT.files },
}).array('files', UPLOAD_LIMIT.files);

const receive = (req: Request, res: Response) =>
  new Promise<void>((resolve, reject) => {
    let seen = req.socket.bytesRead;
    const look = setInterval(() => {
      const read = req.socket.bytesRead - seen;
      seen = req.socket.bytesRead;
      if (read < SLOWEST.bytes && !req.complete) req.destroy();
    }, SLOWEST.ms);
    uploads(req, res, error => {
      clearInterval(look);
      // What its parser cannot read has no class of its own.
      if (error) reject(error instanceof MulterError ? error : new Refusal('MALFORMED_BODY'));
      else resolve();
    });
  });

/** What an upload may hold in memory: as much as it says, and all that is allowed where it says nothing. */
function weightOf(req: Request): number {
  const most = UPLOAD_LIMIT.request + FORM_BYTES;
  const said = Number(req.get('Content-Length') ?? most);
  if (said > most) throw new Refusal('PAYLOAD_TOO_LARGE');
  return Math.max(said, LEAST_UPLOAD);
}

/** Receives the files of a request and works on them, while there is room for what they hold in memory. */
export const withUploads = (who: string, req: Request, res: Response, work: () => Promise<void>): Promise<void> =>
  uploading(who, weightOf(req), async () => {
    await receive(req, res);
    await work();
  });

/** Time limit of a part of the home page; generous, because on a busy machine waiting is better than an empty part. */
export const PATIENCE_MS = 8000;

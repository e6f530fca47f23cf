// Says whether the server of this container takes calls: 0 or 1. A certificate of its own names its host, not this address.
const { PORT = '3000', TLS_CERT } = process.env;
if (TLS_CERT) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
const answer = await fetch(`${TLS_CERT ? 'https' : 'http'}://127.0.0.1:${PORT}/readyz`).catch(() => null);
process.exit(answer?.ok ? 0 : 1);

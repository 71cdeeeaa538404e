/** The address of a page: its name, perhaps an id, and parameters; those that are empty are left out. */
export function link(page, parameters = {}, id = '') {
  const known = Object.entries(parameters).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  const query = new URLSearchParams(known).toString();
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ''}${query ? `?${query}` : ''}`;
}

/** The parts of an address; an empty one leads to the first page. */
export function parse(hash) {
  const [path, query] = hash.split('?');
  const [, name = 'aggregations', id = ''] = path.split('/');
  return { name, id: decodeURIComponent(id), parameters: new URLSearchParams(query) };
}

/** The transactions of the gateway that began in one step of a chart. */
export function transactionsOf(name, from, to, more = {}) {
  return link('transactions', { name, from, to, ...more });
}

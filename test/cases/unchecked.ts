/** Expectations that cannot be looked at here, and why. Any key that is neither checked nor named here fails a case. */
export const UNCHECKED: Readonly<Record<string, string>> = {
  http_status: 'there is no HTTP server yet; the errors of the library are checked by error_class_per_action',
  same_over: 'HTTP and MCP are not there yet; the library is what runs here',
  score_tolerance: 'read together with scores',
  memory_only_in_roles:
    'no model is asked yet: the block for the prompt is what is checked, its role is the caller’s',
  writes_blocked_ms_max: 'a time: it says more of the machine than of the product',
}

#!/usr/bin/env node
import { runReinstate } from './run.ts'
import { processTerminal } from './terminal.ts'

await runReinstate(process.argv.slice(2), processTerminal(process), process.env)

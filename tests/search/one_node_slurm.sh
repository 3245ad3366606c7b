#!/bin/sh
# A Slurm of one node, as long as a command runs: one_node_slurm.sh FOLDER COMMAND... (as root). Keys, configuration, state
# and logs lie in FOLDER. Everything lives in name spaces of its own (processes, network, host name), so it meets no other
# Slurm of the machine, and the kernel ends all of it with this script, however that ends. Exit 77: cannot be done here.
if [ "$1" != inside ]; then
  unshare --pid --net --uts --mount --fork --kill-child true 2>/dev/null || { echo "needs root and name spaces"; exit 77; }
  exec unshare --pid --net --uts --mount --mount-proc --fork --kill-child "$0" inside "$@"
fi
shift
folder=$1
shift
fail() {
  echo "$1"
  tail -n 20 "$folder"/*.log
  exit 1
}
PATH=$PATH:/usr/sbin:/sbin
hostname one-node
ip link set lo up
ip address add 10.0.0.1/32 dev lo  # names are looked up only where an address is not 127.*
export SLURM_CONF="$folder/slurm.conf"
mkdir -p "$folder/state" "$folder/spool"
chmod 755 "$folder"
echo "10.0.0.1 one-node" >"$folder/hosts"
mount --bind "$folder/hosts" /etc/hosts
dd if=/dev/urandom of="$folder/munge.key" bs=128 count=1 2>/dev/null
chmod 600 "$folder/munge.key"
cat >"$SLURM_CONF" <<CONF
ClusterName=one
SlurmctldHost=one-node(10.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CryptoType=crypto/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,bf_interval=1
MpiDefault=none
ReturnToService=2
NodeName=one-node NodeAddr=10.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=one-node Default=YES MaxTime=INFINITE State=UP
CONF
# munged accepts no folder that others may write to.
munged --force --foreground --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munge.pid" \
  --log-file="$folder/munge.log" --seed-file="$folder/munge.seed" >"$folder/munged.log" 2>&1 &
until [ -S "$folder/munge.socket" ]; do kill -0 $! 2>/dev/null || fail "munged ended"; sleep 0.1; done
slurmctld -D >"$folder/ctld-said.log" 2>&1 &
ctld=$!
slurmd -D >"$folder/slurmd-said.log" 2>&1 &
slurmd=$!
until sinfo --noheader --format=%T 2>/dev/null | grep -q idle; do
  kill -0 $ctld 2>/dev/null || fail "slurmctld ended"
  kill -0 $slurmd 2>/dev/null || fail "slurmd ended"
  sleep 0.2
done
"$@"
